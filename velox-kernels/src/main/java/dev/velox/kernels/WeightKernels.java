package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Weights of tokens times their steps, with the greatest of them, and what lies beside the steps.
 */
public interface WeightKernels {
  /** Tokens of a block. */
  int TOKENS = 64;

  /** Sums side by side that {@link #weighHalves} adds to. */
  int LANES = 16;

  /**
   * Multiplies weights by their tokens' scales.
   *
   * @param scales f16, one a token
   * @param at byte of the first
   * @param weights one a token
   * @param wo the first
   * @param n tokens
   * @param scaled receives the products
   * @param o the first
   * @return the greatest magnitude, 0 for none
   */
  float scaleWeights(
      MemorySegment scales, long at, float[] weights, int wo, int n, float[] scaled, int o);

  /**
   * Multiplies 64 weights by their steps and sums what lies beside the steps: {@code scaled[o + i]
   * = w_i step_i}, and {@code sum[so] += sum_i w_i (zero_i + anchor step_i)}, in 16 virtual lanes
   * and a tree of halves.
   *
   * @param f steps and zero points, 64 each
   * @param steps the first step
   * @param zeros the first zero point
   * @param anchor steps above a zero point
   * @param weights 64 weights
   * @param wo the first
   * @param scaled receives the products
   * @param o the first
   * @param sum added to
   * @param so which
   * @return the greatest magnitude of a product
   */
  float weigh(
      float[] f,
      int steps,
      int zeros,
      float anchor,
      float[] weights,
      int wo,
      float[] scaled,
      int o,
      float[] sum,
      int so);

  /**
   * Multiplies weights by the steps and zero points of their tokens: {@code scaled[o + i] = w_i
   * step_i}, {@code lowest[l + i] = w_i zero_i + anchor w_i step_i}, and {@code lanes[la + i % 16]
   * += w_i zero_i}.
   *
   * @param parameters f16 steps and zero points, one a token
   * @param steps byte of the first step
   * @param zeros byte of the first zero point
   * @param anchor steps above a zero point
   * @param weights one a token
   * @param wo the first
   * @param n tokens
   * @param f receives all three; weights may lie there too
   * @param scaled the first product with a step
   * @param lowest the first number of steps above its zero point
   * @param lanes the first of 16 sums of zero points
   * @return the greatest magnitude of a product with a step, 0 for none
   */
  float weighHalves(
      MemorySegment parameters,
      long steps,
      long zeros,
      float anchor,
      float[] weights,
      int wo,
      int n,
      float[] f,
      int scaled,
      int lowest,
      int lanes);
}

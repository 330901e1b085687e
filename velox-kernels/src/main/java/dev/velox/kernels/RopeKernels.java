package dev.velox.kernels;

/** Terms of attention scores that depend on a key's position through its rotary angle. */
public interface RopeKernels {
  /** Positions a table covers: one sealed block. */
  int BLOCK = 64;

  /**
   * Adds the score of a rotated mean key to tokens of one block: {@code scores[so + i] += sum over
   * pairs of a_p cos[p][t] + b_p sin[p][t]}, {@code t = tokenFrom + i}.
   *
   * @param a in-phase amplitudes, one a pair, already rotated to the block's first position
   * @param ao first amplitude
   * @param b their quadratures
   * @param bo first quadrature
   * @param rows which row of the tables each pair uses
   * @param ro its first entry
   * @param pairs number of rotated pairs
   * @param cosTable {@code cos(t * theta)} at {@code row * 64 + t}
   * @param sinTable {@code sin(t * theta)} at {@code row * 64 + t}
   * @param tokenFrom the first token's place in its block
   * @param count tokens; {@code tokenFrom + count} is at most 64
   * @param scores changed in place
   * @param so score of the first token
   */
  void addRotated(
      float[] a,
      int ao,
      float[] b,
      int bo,
      int[] rows,
      int ro,
      int pairs,
      float[] cosTable,
      float[] sinTable,
      int tokenFrom,
      int count,
      float[] scores,
      int so);

  /**
   * Adds a polynomial of a token's place in its block, for pairs that turn so slowly that one
   * serves all of them: {@code scores[so + i] += c[co] + d (c[co + 1] + d (... d c[co + 4]))},
   * {@code d = tokenFrom + i - 32}, one {@link Math#fma} a step.
   *
   * @param c five coefficients
   * @param co the first
   * @param tokenFrom the first token's place in its block
   * @param count tokens; {@code tokenFrom + count} is at most 64
   * @param scores changed in place
   * @param so score of the first token
   */
  void addPolynomial(float[] c, int co, int tokenFrom, int count, float[] scores, int so);
}

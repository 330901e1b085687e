package dev.velox.cache;

import dev.velox.api.Rope;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.TurningPairs;

/**
 * Gives {@code q . R(t) M} back to the scores of coded keys.
 *
 * <p>Over pairs it is {@code a cos(t theta) + b sin(t theta)} with {@code a = q . M} and {@code b}
 * its quadrature. Both are turned to the start of each stretch of 1024 positions; a kernel does the
 * rest.
 *
 * <p>Scratch behind the mean: x and y of the loud pairs, a and b, then the kernel's.
 */
final class MeanScores {
  private static final int STRETCH = RopeKernels.SPAN * RopeKernels.SPANS;
  private static final RowKernels ROW = Kernels.active().rows();
  private static final RopeKernels ROPE = Kernels.active().rope();

  private MeanScores() {}

  /** Floats of working memory. */
  static int scratchFloats(int headDim) {
    return Mean.scratchFloats(headDim) + RopeKernels.workFloats(headDim / 2);
  }

  /** Adds to the scores of positions {@code [from, to)} of one head. */
  static void add(
      Mean mean,
      int kvHead,
      int dim,
      int from,
      int to,
      int queries,
      float[] q,
      int qOffset,
      float[] scores,
      int offset,
      int stride,
      float[] s) {
    mean.load(kvHead, s);
    RopePhases phases = mean.phases();
    int still = phases == null ? 0 : phases.rope().dims();
    for (int j = 0; j < queries; j++) {
      int at = offset + j * stride;
      float constant = ROW.dot(q, qOffset + j * dim + still, s, still, dim - still);
      if (constant != 0) {
        for (int i = at; i < at + to - from; i++) {
          scores[i] += constant;
        }
      }
    }
    TurningPairs turning = mean.loud(kvHead).turning();
    if (phases == null || turning == null) {
      return;
    }
    int a = 2 * dim;
    int b = a + turning.list().length;
    for (int t = from; t < to; ) {
      int start = t - t % STRETCH;
      int end = Math.min(to, start + STRETCH);
      mean.gather(phases.rope(), turning.list(), s);
      phases.rotateTo(
          start / RopeKernels.SPAN, turning.list(), s, dim, s, dim + turning.list().length);
      for (int j = 0; j < queries; j++) {
        amplitudes(phases.rope(), turning.list(), dim, q, qOffset + j * dim, s);
        int score = offset + j * stride + t - from;
        ROPE.addTurning(turning, s, a, s, b, t - start, end - start, scores, score, s, 3 * dim);
      }
      t = end;
    }
  }

  /** In-phase and quadrature amplitudes of a query with a mean turned to where a stretch begins. */
  private static void amplitudes(
      Rope rope, int[] list, int dim, float[] q, int qOffset, float[] s) {
    int n = list.length;
    for (int i = 0; i < n; i++) {
      float qx = q[qOffset + rope.first(list[i])];
      float qy = q[qOffset + rope.second(list[i])];
      float x = s[dim + i];
      float y = s[dim + n + i];
      s[2 * dim + i] = qx * x + qy * y;
      s[2 * dim + n + i] = qy * x - qx * y;
    }
  }
}

package dev.velox.cache;

import dev.velox.api.Rope;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.RowKernels;

/**
 * Gives {@code q . R(t) M} back to the scores of coded keys.
 *
 * <p>Over pairs it is {@code a cos(t theta) + b sin(t theta)} with {@code a = q . M} and {@code b}
 * its quadrature. Both are turned to the start of each span of 64 positions, by one step from span
 * to span and afresh every {@link #FRESH} spans. Inside a span, fast pairs read constant tables of
 * the offset; slow ones share one polynomial of it.
 *
 * <p>Scratch behind the mean: x and y of the loud pairs, then a and b, then the polynomial.
 */
final class MeanScores {
  /** Floats beyond three head dims. */
  static final int EXTRA_FLOATS = 5;

  private static final int FRESH = 32;
  private static final RowKernels ROW = Kernels.active().rows();
  private static final RopeKernels ROPE = Kernels.active().rope();
  private static final int SPAN = RopePhases.SPAN;

  private MeanScores() {}

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
      if (phases != null && mean.loud(kvHead).count() > 0) {
        addRotated(
            mean, phases, mean.loud(kvHead), dim, from, to, q, qOffset + j * dim, scores, at, s);
      }
    }
  }

  private static void addRotated(
      Mean mean,
      RopePhases phases,
      LoudPairs loud,
      int dim,
      int from,
      int to,
      float[] q,
      int qOffset,
      float[] scores,
      int offset,
      float[] s) {
    int a = 2 * dim;
    int b = a + loud.count();
    int c = 3 * dim;
    int fast = loud.fast();
    for (int t = from; t < to; ) {
      int span = t / SPAN;
      if (t == from || span % FRESH == 0) {
        amplitudes(mean, phases, loud, dim, span, q, qOffset, s);
      }
      int place = t % SPAN;
      int n = Math.min(to - t, SPAN - place);
      int at = offset + t - from;
      if (fast > 0) {
        ROPE.addRotated(
            s, a, s, b, loud.list(), 0, fast, phases.cos(), phases.sin(), place, n, scores, at);
      }
      if (fast < loud.count()) {
        polynomial(phases, loud, s, a, b, c);
        ROPE.addPolynomial(s, c, place, n, scores, at);
      }
      step(phases, loud, s, a, b);
      t += n;
    }
  }

  /** In-phase and quadrature amplitudes at the start of a span, exactly. */
  private static void amplitudes(
      Mean mean,
      RopePhases phases,
      LoudPairs loud,
      int dim,
      int span,
      float[] q,
      int qOffset,
      float[] s) {
    Rope rope = phases.rope();
    int[] list = loud.list();
    int n = list.length;
    mean.gather(rope, list, s);
    phases.rotateTo(span, list, s, dim, s, dim + n);
    for (int i = 0; i < n; i++) {
      float qx = q[qOffset + rope.first(list[i])];
      float qy = q[qOffset + rope.second(list[i])];
      float x = s[dim + i];
      float y = s[dim + n + i];
      s[2 * dim + i] = qx * x + qy * y;
      s[2 * dim + n + i] = qy * x - qx * y;
    }
  }

  /** Turns the amplitudes on by one span. */
  private static void step(RopePhases phases, LoudPairs loud, float[] s, int a, int b) {
    int[] list = loud.list();
    for (int i = 0; i < list.length; i++) {
      float cos = phases.stepCos(list[i]);
      float sin = phases.stepSin(list[i]);
      float x = s[a + i];
      float y = s[b + i];
      s[a + i] = x * cos + y * sin;
      s[b + i] = y * cos - x * sin;
    }
  }

  /** Taylor coefficients around the middle of the span, summed over the slow pairs. */
  private static void polynomial(
      RopePhases phases, LoudPairs loud, float[] s, int a, int b, int c) {
    double c0 = 0;
    double c1 = 0;
    double c2 = 0;
    double c3 = 0;
    double c4 = 0;
    int[] list = loud.list();
    for (int i = loud.fast(); i < list.length; i++) {
      int middle = list[i] * SPAN + SPAN / 2;
      float cos = phases.cos()[middle];
      float sin = phases.sin()[middle];
      double theta = phases.rope().inverseFrequency(list[i]);
      double x = s[a + i] * cos + s[b + i] * sin;
      double y = (s[b + i] * cos - s[a + i] * sin) * theta;
      double square = theta * theta;
      c0 += x;
      c1 += y;
      c2 -= x * square / 2;
      c3 -= y * square / 6;
      c4 += x * square * square / 24;
    }
    s[c] = (float) c0;
    s[c + 1] = (float) c1;
    s[c + 2] = (float) c2;
    s[c + 3] = (float) c3;
    s[c + 4] = (float) c4;
  }
}

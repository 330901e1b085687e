package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.TurningPairs;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/** Position-dependent terms on vectors of tokens; amplitudes are few and plain. */
final class SimdRope implements RopeKernels {
  /** Distance of each token of a span from its middle. */
  private static final float[] PLACES = places();

  @Override
  public void addTurning(
      TurningPairs turning,
      float[] a,
      int ao,
      float[] b,
      int bo,
      int from,
      int to,
      float[] scores,
      int so,
      float[] work,
      int wo) {
    int n = turning.list().length;
    int c = wo + 2 * n * SPANS;
    Arrays.fill(work, c, c + SPANS * COEFFICIENTS, 0);
    for (int p = 0; p < n; p++) {
      amplitudes(turning, p, a[ao + p], b[bo + p], work, wo, c);
    }
    for (int t = from; t < to; ) {
      int end = Math.min(to, t - t % SPAN + SPAN);
      int s = so + t - from;
      if (end - t == SPAN) {
        for (int i = 0; i < SPAN; i += 4 * L) {
          if (turning.fast() > 0) {
            fast(turning, t / SPAN, i, work, wo, scores, s + i);
          }
        }
        if (turning.fast() < n) {
          slow(t / SPAN, 0, SPAN, work, c, scores, s);
        }
      } else {
        edge(turning, t, end, work, wo, c, scores, s);
      }
      t = end;
    }
  }

  /** Turns the amplitudes of one pair to every span, and adds a slow pair to the polynomials. */
  private static void amplitudes(
      TurningPairs turning, int p, float a, float b, float[] work, int wo, int c) {
    int pair = turning.list()[p];
    int inPhase = wo + p * SPANS;
    int quadrature = inPhase + turning.list().length * SPANS;
    turn(turning, pair * SPANS, a, b, work, inPhase, quadrature);
    if (p >= turning.fast()) {
      float cos = turning.cos()[pair * SPAN + SPAN / 2];
      float sin = turning.sin()[pair * SPAN + SPAN / 2];
      addSlow(cos, sin, turning.theta()[pair], work, inPhase, quadrature, c);
    }
  }

  private static void turn(
      TurningPairs turning, int pair, float a, float b, float[] work, int x, int y) {
    FloatVector in = FloatVector.broadcast(F, a);
    FloatVector minus = FloatVector.broadcast(F, -a);
    FloatVector out = FloatVector.broadcast(F, b);
    for (int i = 0; i < SPANS; i += L) {
      FloatVector cos = FloatVector.fromArray(F, turning.spanCos(), pair + i);
      FloatVector sin = FloatVector.fromArray(F, turning.spanSin(), pair + i);
      out.fma(sin, in.mul(cos)).intoArray(work, x + i);
      out.fma(cos, minus.mul(sin)).intoArray(work, y + i);
    }
  }

  private static void addSlow(
      float cos, float sin, float theta, float[] work, int xo, int yo, int c) {
    float half = theta * theta * 0.5f;
    FloatVector halves = FloatVector.broadcast(F, half);
    FloatVector cosines = FloatVector.broadcast(F, cos);
    FloatVector sines = FloatVector.broadcast(F, sin);
    FloatVector angle = FloatVector.broadcast(F, theta);
    FloatVector third = FloatVector.broadcast(F, 1 / 3f);
    FloatVector sixth = FloatVector.broadcast(F, 1 / 6f);
    for (int i = c; i < c + SPANS; i += L) {
      FloatVector x = FloatVector.fromArray(F, work, xo + i - c);
      FloatVector y = FloatVector.fromArray(F, work, yo + i - c);
      FloatVector c0 = y.fma(sines, x.mul(cosines));
      FloatVector c1 = y.fma(cosines, x.neg().mul(sines)).mul(angle);
      FloatVector c2 = c0.mul(halves);
      FloatVector c3 = c1.mul(halves).mul(third);
      FloatVector c4 = c2.mul(halves).mul(sixth);
      FloatVector.fromArray(F, work, i).add(c0).intoArray(work, i);
      FloatVector.fromArray(F, work, i + SPANS).add(c1).intoArray(work, i + SPANS);
      FloatVector.fromArray(F, work, i + 2 * SPANS).sub(c2).intoArray(work, i + 2 * SPANS);
      FloatVector.fromArray(F, work, i + 3 * SPANS).sub(c3).intoArray(work, i + 3 * SPANS);
      FloatVector.fromArray(F, work, i + 4 * SPANS).add(c4).intoArray(work, i + 4 * SPANS);
    }
  }

  /** Fast pairs, four vectors of tokens of one span. */
  private static void fast(
      TurningPairs turning, int span, int place, float[] work, int wo, float[] scores, int so) {
    int[] list = turning.list();
    float[] cos = turning.cos();
    float[] sin = turning.sin();
    int quadratures = wo + list.length * SPANS + span;
    FloatVector s0 = FloatVector.fromArray(F, scores, so);
    FloatVector s1 = FloatVector.fromArray(F, scores, so + L);
    FloatVector s2 = FloatVector.fromArray(F, scores, so + 2 * L);
    FloatVector s3 = FloatVector.fromArray(F, scores, so + 3 * L);
    for (int p = 0; p < turning.fast(); p++) {
      int t = list[p] * SPAN + place;
      FloatVector x = FloatVector.broadcast(F, work[wo + span + p * SPANS]);
      FloatVector y = FloatVector.broadcast(F, work[quadratures + p * SPANS]);
      s0 = FloatVector.fromArray(F, cos, t).fma(x, FLOATS.cast(s0));
      s1 = FloatVector.fromArray(F, cos, t + L).fma(x, FLOATS.cast(s1));
      s2 = FloatVector.fromArray(F, cos, t + 2 * L).fma(x, FLOATS.cast(s2));
      s3 = FloatVector.fromArray(F, cos, t + 3 * L).fma(x, FLOATS.cast(s3));
      s0 = FloatVector.fromArray(F, sin, t).fma(y, FLOATS.cast(s0));
      s1 = FloatVector.fromArray(F, sin, t + L).fma(y, FLOATS.cast(s1));
      s2 = FloatVector.fromArray(F, sin, t + 2 * L).fma(y, FLOATS.cast(s2));
      s3 = FloatVector.fromArray(F, sin, t + 3 * L).fma(y, FLOATS.cast(s3));
    }
    FLOATS.cast(s0).intoArray(scores, so);
    FLOATS.cast(s1).intoArray(scores, so + L);
    FLOATS.cast(s2).intoArray(scores, so + 2 * L);
    FLOATS.cast(s3).intoArray(scores, so + 3 * L);
  }

  /** The polynomial, at whole vectors of tokens of one span. */
  private static void slow(
      int span, int place, int count, float[] work, int c, float[] scores, int so) {
    FloatVector c0 = FloatVector.broadcast(F, work[c + span]);
    FloatVector c1 = FloatVector.broadcast(F, work[c + SPANS + span]);
    FloatVector c2 = FloatVector.broadcast(F, work[c + 2 * SPANS + span]);
    FloatVector c3 = FloatVector.broadcast(F, work[c + 3 * SPANS + span]);
    FloatVector c4 = FloatVector.broadcast(F, work[c + 4 * SPANS + span]);
    for (int i = 0; i < count; i += L) {
      FloatVector d = FloatVector.fromArray(F, PLACES, place + i);
      FloatVector sum = d.fma(d.fma(d.fma(d.fma(c4, c3), c2), c1), c0);
      FloatVector.fromArray(F, scores, so + i).add(sum).intoArray(scores, so + i);
    }
  }

  /** Part of a span, token by token. */
  private static void edge(
      TurningPairs turning, int from, int to, float[] work, int wo, int c, float[] scores, int so) {
    int[] list = turning.list();
    int span = from / SPAN;
    for (int t = from; t < to; t++) {
      int place = t % SPAN;
      float s = scores[so + t - from];
      for (int p = 0; p < turning.fast(); p++) {
        int at = list[p] * SPAN + place;
        s = Math.fma(turning.cos()[at], work[wo + p * SPANS + span], s);
        s = Math.fma(turning.sin()[at], work[wo + (list.length + p) * SPANS + span], s);
      }
      if (turning.fast() < list.length) {
        float sum = work[c + 4 * SPANS + span];
        for (int k = 3; k >= 0; k--) {
          sum = Math.fma(PLACES[place], sum, work[c + k * SPANS + span]);
        }
        s += sum;
      }
      scores[so + t - from] = s;
    }
  }

  private static float[] places() {
    float[] places = new float[SPAN];
    for (int t = 0; t < SPAN; t++) {
      places[t] = t - SPAN / 2;
    }
    return places;
  }
}

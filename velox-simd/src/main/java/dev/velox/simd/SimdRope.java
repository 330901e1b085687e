package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
import jdk.incubator.vector.FloatVector;

/** Position-dependent terms on vectors of tokens. */
final class SimdRope implements RopeKernels {
  private static final RopeKernels SCALAR = Kernels.scalar().rope();

  /** Distance of each token of a block from its middle. */
  private static final float[] PLACES = places();

  @Override
  public void addRotated(
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
      int so) {
    int i = 0;
    for (; i <= count - 4 * L; i += 4 * L) {
      four(a, ao, b, bo, rows, ro, pairs, cosTable, sinTable, tokenFrom + i, scores, so + i);
    }
    for (; i <= count - L; i += L) {
      one(a, ao, b, bo, rows, ro, pairs, cosTable, sinTable, tokenFrom + i, scores, so + i);
    }
    SCALAR.addRotated(
        a,
        ao,
        b,
        bo,
        rows,
        ro,
        pairs,
        cosTable,
        sinTable,
        tokenFrom + i,
        count - i,
        scores,
        so + i);
  }

  private static void four(
      float[] a,
      int ao,
      float[] b,
      int bo,
      int[] rows,
      int ro,
      int pairs,
      float[] cosTable,
      float[] sinTable,
      int token,
      float[] scores,
      int so) {
    FloatVector s0 = FloatVector.fromArray(F, scores, so);
    FloatVector s1 = FloatVector.fromArray(F, scores, so + L);
    FloatVector s2 = FloatVector.fromArray(F, scores, so + 2 * L);
    FloatVector s3 = FloatVector.fromArray(F, scores, so + 3 * L);
    for (int p = 0; p < pairs; p++) {
      int t = rows[ro + p] * BLOCK + token;
      FloatVector x = FloatVector.broadcast(F, a[ao + p]);
      FloatVector y = FloatVector.broadcast(F, b[bo + p]);
      s0 = FloatVector.fromArray(F, cosTable, t).fma(x, s0);
      s1 = FloatVector.fromArray(F, cosTable, t + L).fma(x, s1);
      s2 = FloatVector.fromArray(F, cosTable, t + 2 * L).fma(x, s2);
      s3 = FloatVector.fromArray(F, cosTable, t + 3 * L).fma(x, s3);
      s0 = FloatVector.fromArray(F, sinTable, t).fma(y, s0);
      s1 = FloatVector.fromArray(F, sinTable, t + L).fma(y, s1);
      s2 = FloatVector.fromArray(F, sinTable, t + 2 * L).fma(y, s2);
      s3 = FloatVector.fromArray(F, sinTable, t + 3 * L).fma(y, s3);
    }
    s0.intoArray(scores, so);
    s1.intoArray(scores, so + L);
    s2.intoArray(scores, so + 2 * L);
    s3.intoArray(scores, so + 3 * L);
  }

  private static void one(
      float[] a,
      int ao,
      float[] b,
      int bo,
      int[] rows,
      int ro,
      int pairs,
      float[] cosTable,
      float[] sinTable,
      int token,
      float[] scores,
      int so) {
    FloatVector s = FloatVector.fromArray(F, scores, so);
    for (int p = 0; p < pairs; p++) {
      int t = rows[ro + p] * BLOCK + token;
      s = FloatVector.fromArray(F, cosTable, t).fma(FloatVector.broadcast(F, a[ao + p]), s);
      s = FloatVector.fromArray(F, sinTable, t).fma(FloatVector.broadcast(F, b[bo + p]), s);
    }
    s.intoArray(scores, so);
  }

  @Override
  public void addPolynomial(float[] c, int co, int tokenFrom, int count, float[] scores, int so) {
    FloatVector c0 = FloatVector.broadcast(F, c[co]);
    FloatVector c1 = FloatVector.broadcast(F, c[co + 1]);
    FloatVector c2 = FloatVector.broadcast(F, c[co + 2]);
    FloatVector c3 = FloatVector.broadcast(F, c[co + 3]);
    FloatVector c4 = FloatVector.broadcast(F, c[co + 4]);
    int i = 0;
    for (; i <= count - L; i += L) {
      FloatVector d = FloatVector.fromArray(F, PLACES, tokenFrom + i);
      FloatVector sum = d.fma(c4, c3);
      sum = d.fma(sum, c2);
      sum = d.fma(sum, c1);
      FloatVector.fromArray(F, scores, so + i).add(d.fma(sum, c0)).intoArray(scores, so + i);
    }
    SCALAR.addPolynomial(c, co, tokenFrom + i, count - i, scores, so + i);
  }

  private static float[] places() {
    float[] places = new float[BLOCK];
    for (int t = 0; t < BLOCK; t++) {
      places[t] = t - BLOCK / 2;
    }
    return places;
  }
}

package dev.velox.kernels;

/** Position-dependent terms in plain Java. */
final class ScalarRope implements RopeKernels {

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
    for (int p = 0; p < pairs; p++) {
      float x = a[ao + p];
      float y = b[bo + p];
      int t = rows[ro + p] * BLOCK + tokenFrom;
      for (int i = 0; i < count; i++) {
        float s = Math.fma(x, cosTable[t + i], scores[so + i]);
        scores[so + i] = Math.fma(y, sinTable[t + i], s);
      }
    }
  }

  @Override
  public void addPolynomial(float[] c, int co, int tokenFrom, int count, float[] scores, int so) {
    for (int i = 0; i < count; i++) {
      float d = tokenFrom + i - BLOCK / 2;
      float sum = Math.fma(d, c[co + 4], c[co + 3]);
      sum = Math.fma(d, sum, c[co + 2]);
      sum = Math.fma(d, sum, c[co + 1]);
      scores[so + i] += Math.fma(d, sum, c[co]);
    }
  }
}

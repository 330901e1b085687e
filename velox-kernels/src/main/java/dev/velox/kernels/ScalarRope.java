package dev.velox.kernels;

/** Position-dependent terms in plain Java. */
final class ScalarRope implements RopeKernels {

  @Override
  public void addRotated(
      float[] a,
      int ao,
      float[] b,
      int bo,
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
      int t = p * BLOCK + tokenFrom;
      for (int i = 0; i < count; i++) {
        float s = Math.fma(x, cosTable[t + i], scores[so + i]);
        scores[so + i] = Math.fma(y, sinTable[t + i], s);
      }
    }
  }
}

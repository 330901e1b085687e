package dev.velox.kernels;

/** The dot product in its fixed order: 16 virtual lanes, then a tree of halves. */
final class ScalarDot {
  private ScalarDot() {}

  static float dot(float[] a, int ao, float[] b, int bo, int n) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    float s4 = 0f;
    float s5 = 0f;
    float s6 = 0f;
    float s7 = 0f;
    float s8 = 0f;
    float s9 = 0f;
    float s10 = 0f;
    float s11 = 0f;
    float s12 = 0f;
    float s13 = 0f;
    float s14 = 0f;
    float s15 = 0f;
    int whole = n & ~15;
    for (int i = 0; i < whole; i += 16) {
      int p = ao + i;
      int q = bo + i;
      s0 = Math.fma(a[p], b[q], s0);
      s1 = Math.fma(a[p + 1], b[q + 1], s1);
      s2 = Math.fma(a[p + 2], b[q + 2], s2);
      s3 = Math.fma(a[p + 3], b[q + 3], s3);
      s4 = Math.fma(a[p + 4], b[q + 4], s4);
      s5 = Math.fma(a[p + 5], b[q + 5], s5);
      s6 = Math.fma(a[p + 6], b[q + 6], s6);
      s7 = Math.fma(a[p + 7], b[q + 7], s7);
      s8 = Math.fma(a[p + 8], b[q + 8], s8);
      s9 = Math.fma(a[p + 9], b[q + 9], s9);
      s10 = Math.fma(a[p + 10], b[q + 10], s10);
      s11 = Math.fma(a[p + 11], b[q + 11], s11);
      s12 = Math.fma(a[p + 12], b[q + 12], s12);
      s13 = Math.fma(a[p + 13], b[q + 13], s13);
      s14 = Math.fma(a[p + 14], b[q + 14], s14);
      s15 = Math.fma(a[p + 15], b[q + 15], s15);
    }
    int p = ao + whole;
    int q = bo + whole;
    int rest = n - whole;
    s0 = rest > 0 ? Math.fma(a[p], b[q], s0) : s0;
    s1 = rest > 1 ? Math.fma(a[p + 1], b[q + 1], s1) : s1;
    s2 = rest > 2 ? Math.fma(a[p + 2], b[q + 2], s2) : s2;
    s3 = rest > 3 ? Math.fma(a[p + 3], b[q + 3], s3) : s3;
    s4 = rest > 4 ? Math.fma(a[p + 4], b[q + 4], s4) : s4;
    s5 = rest > 5 ? Math.fma(a[p + 5], b[q + 5], s5) : s5;
    s6 = rest > 6 ? Math.fma(a[p + 6], b[q + 6], s6) : s6;
    s7 = rest > 7 ? Math.fma(a[p + 7], b[q + 7], s7) : s7;
    s8 = rest > 8 ? Math.fma(a[p + 8], b[q + 8], s8) : s8;
    s9 = rest > 9 ? Math.fma(a[p + 9], b[q + 9], s9) : s9;
    s10 = rest > 10 ? Math.fma(a[p + 10], b[q + 10], s10) : s10;
    s11 = rest > 11 ? Math.fma(a[p + 11], b[q + 11], s11) : s11;
    s12 = rest > 12 ? Math.fma(a[p + 12], b[q + 12], s12) : s12;
    s13 = rest > 13 ? Math.fma(a[p + 13], b[q + 13], s13) : s13;
    s14 = rest > 14 ? Math.fma(a[p + 14], b[q + 14], s14) : s14;
    s0 += s8;
    s1 += s9;
    s2 += s10;
    s3 += s11;
    s4 += s12;
    s5 += s13;
    s6 += s14;
    s7 += s15;
    s0 += s4;
    s1 += s5;
    s2 += s6;
    s3 += s7;
    s0 += s2;
    s1 += s3;
    return s0 + s1;
  }
}

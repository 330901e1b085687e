package dev.velox.kernels;

/** Position-dependent terms in plain Java. */
final class ScalarRope implements RopeKernels {

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
    int[] list = turning.list();
    int n = list.length;
    int c = wo + 2 * n * SPANS;
    for (int i = 0; i < SPANS * COEFFICIENTS; i++) {
      work[c + i] = 0;
    }
    for (int p = 0; p < n; p++) {
      for (int i = 0; i < SPANS; i++) {
        float cos = turning.spanCos()[list[p] * SPANS + i];
        float sin = turning.spanSin()[list[p] * SPANS + i];
        float x = Math.fma(b[bo + p], sin, a[ao + p] * cos);
        float y = Math.fma(b[bo + p], cos, -a[ao + p] * sin);
        work[wo + p * SPANS + i] = x;
        work[wo + (n + p) * SPANS + i] = y;
        if (p >= turning.fast()) {
          addSlow(turning, list[p], x, y, work, c + i);
        }
      }
    }
    for (int t = from; t < to; t++) {
      int span = t / SPAN;
      int place = t % SPAN;
      float s = scores[so + t - from];
      for (int p = 0; p < turning.fast(); p++) {
        int at = list[p] * SPAN + place;
        s = Math.fma(turning.cos()[at], work[wo + p * SPANS + span], s);
        s = Math.fma(turning.sin()[at], work[wo + (n + p) * SPANS + span], s);
      }
      if (turning.fast() < n) {
        float d = place - SPAN / 2;
        float sum = work[c + 4 * SPANS + span];
        for (int k = 3; k >= 0; k--) {
          sum = Math.fma(d, sum, work[c + k * SPANS + span]);
        }
        s += sum;
      }
      scores[so + t - from] = s;
    }
  }

  /** Adds a pair's share of the polynomial around the middle of a span. */
  private static void addSlow(
      TurningPairs turning, int pair, float x, float y, float[] work, int c) {
    float cos = turning.cos()[pair * SPAN + SPAN / 2];
    float sin = turning.sin()[pair * SPAN + SPAN / 2];
    float theta = turning.theta()[pair];
    float c0 = Math.fma(y, sin, x * cos);
    float c1 = Math.fma(y, cos, -x * sin) * theta;
    float half = theta * theta * 0.5f;
    float c2 = c0 * half;
    work[c] += c0;
    work[c + SPANS] += c1;
    work[c + 2 * SPANS] -= c2;
    work[c + 3 * SPANS] -= c1 * half * (1 / 3f);
    work[c + 4 * SPANS] += c2 * half * (1 / 6f);
  }
}

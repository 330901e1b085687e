package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Dots of a query with one row in memory, and sums of one weighted row. */
final class ScalarAttention {
  private ScalarAttention() {}

  static float dotF32(MemorySegment row, long at, int n, float[] q, int qo) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      long p = at + 4L * i;
      s0 = Math.fma(row.get(ScalarStorage.FLOAT, p), q[qo + i], s0);
      s1 = Math.fma(row.get(ScalarStorage.FLOAT, p + 4), q[qo + i + 1], s1);
      s2 = Math.fma(row.get(ScalarStorage.FLOAT, p + 8), q[qo + i + 2], s2);
      s3 = Math.fma(row.get(ScalarStorage.FLOAT, p + 12), q[qo + i + 3], s3);
    }
    for (; i < n; i++) {
      s0 = Math.fma(row.get(ScalarStorage.FLOAT, at + 4L * i), q[qo + i], s0);
    }
    return (s0 + s2) + (s1 + s3);
  }

  static float dotF16(MemorySegment row, long at, int n, float[] q, int qo) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      long p = at + 2L * i;
      s0 = Math.fma(half(row, p), q[qo + i], s0);
      s1 = Math.fma(half(row, p + 2), q[qo + i + 1], s1);
      s2 = Math.fma(half(row, p + 4), q[qo + i + 2], s2);
      s3 = Math.fma(half(row, p + 6), q[qo + i + 3], s3);
    }
    for (; i < n; i++) {
      s0 = Math.fma(half(row, at + 2L * i), q[qo + i], s0);
    }
    return (s0 + s2) + (s1 + s3);
  }

  static float dotBf16(MemorySegment row, long at, int n, float[] q, int qo) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      long p = at + 2L * i;
      s0 = Math.fma(bf16(row, p), q[qo + i], s0);
      s1 = Math.fma(bf16(row, p + 2), q[qo + i + 1], s1);
      s2 = Math.fma(bf16(row, p + 4), q[qo + i + 2], s2);
      s3 = Math.fma(bf16(row, p + 6), q[qo + i + 3], s3);
    }
    for (; i < n; i++) {
      s0 = Math.fma(bf16(row, at + 2L * i), q[qo + i], s0);
    }
    return (s0 + s2) + (s1 + s3);
  }

  static void addF32(MemorySegment row, long at, int n, float w, float[] sum, int o) {
    for (int i = 0; i < n; i++) {
      sum[o + i] = Math.fma(w, row.get(ScalarStorage.FLOAT, at + 4L * i), sum[o + i]);
    }
  }

  static void addF16(MemorySegment row, long at, int n, float w, float[] sum, int o) {
    for (int i = 0; i < n; i++) {
      sum[o + i] = Math.fma(w, half(row, at + 2L * i), sum[o + i]);
    }
  }

  private static float half(MemorySegment row, long at) {
    return Float.float16ToFloat(row.get(ScalarStorage.SHORT, at));
  }

  private static float bf16(MemorySegment row, long at) {
    return ScalarStorage.bf16(row.get(ScalarStorage.SHORT, at));
  }
}

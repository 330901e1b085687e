package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Outliers in plain Java. */
final class ScalarOutliers implements OutlierKernels {
  private static final ValueLayout.OfLong MASK =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public void products(
      MemorySegment list,
      long channels,
      long numbers,
      int n,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    for (int i = 0; i < n; i++) {
      int c = list.get(ValueLayout.JAVA_BYTE, channels + i) & 0xff;
      out[o + i] = q[qo + c] * (half(list, numbers + 2L * i) - zeros[zo + c]);
    }
  }

  @Override
  public int spread(MemorySegment masks, long at, float[] x, int xo, float[] scores, int so) {
    int next = xo;
    for (int r = 0; r < ROUNDS; r++) {
      for (long rest = masks.get(MASK, at + 8L * r); rest != 0; rest &= rest - 1) {
        scores[so + Long.numberOfTrailingZeros(rest)] += x[next++];
      }
    }
    return next - xo;
  }

  @Override
  public void beyond(MemorySegment x, long at, int n, float[] weights, int wo, float[] out, int o) {
    for (int i = 0; i < n; i++) {
      out[o + i] = Math.fma(half(x, at + 2L * i), weights[wo + i], -out[o + i]);
    }
  }

  private static float half(MemorySegment memory, long at) {
    return Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
  }
}

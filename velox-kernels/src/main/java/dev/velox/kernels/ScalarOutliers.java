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
      MemorySegment channels,
      long at,
      int n,
      float[] x,
      int xo,
      float[] q,
      int qo,
      float[] zeros,
      int zo,
      int dim,
      float[] out,
      int o) {
    for (int i = 0; i < n; i++) {
      int c = channels.get(ValueLayout.JAVA_BYTE, at + i) & 0xff;
      out[o + i] = q[qo + c] * (x[xo + i] - zeros[zo + c]);
    }
  }

  @Override
  public int spread(
      MemorySegment masks, long at, int rounds, float[] x, int xo, float[] scores, int so) {
    int next = xo;
    for (int r = 0; r < rounds; r++) {
      for (long rest = masks.get(MASK, at + 8L * r); rest != 0; rest &= rest - 1) {
        scores[so + Long.numberOfTrailingZeros(rest)] += x[next++];
      }
    }
    return next - xo;
  }
}

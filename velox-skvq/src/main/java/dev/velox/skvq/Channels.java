package dev.velox.skvq;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * How the channels of a head are arranged in codes: in which order, at which scale, both frozen on
 * the first rows. A row x is coded as {@code y[i] = x[c] / scale[c]} with {@code c = order[i]}.
 *
 * <p>Dot products do not mind the order, and a scale moves from one factor to the other: a query
 * becomes {@code q[c] * scale[c]}, and a sum of rows is multiplied and put back once.
 *
 * <p>The order is that of ascending range, ties by channel, so that channels of like range share a
 * group. Scales are standard deviations over the greatest one, as binary16; a channel more than
 * 1024 times quieter than the loudest counts as that, and one that never moved counts as the
 * loudest.
 *
 * @param headDim channels of a head
 * @param ordered whether there is an order
 * @param scaled whether there are scales
 */
record Channels(int headDim, boolean ordered, boolean scaled) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ONE_BYTE = 256;
  private static final double QUIETEST = 0x1p-10;

  private int indexBytes() {
    return headDim <= ONE_BYTE ? Byte.BYTES : Short.BYTES;
  }

  /** Bytes of the order of one head. */
  int orderBytes() {
    return headDim * indexBytes();
  }

  /** Bytes of the scales of one head. */
  int scaleBytes() {
    return headDim * Short.BYTES;
  }

  /** The channel that is coded at a place. */
  int channel(MemorySegment order, int kvHead, int place) {
    if (!ordered) {
      return place;
    }
    long at = (long) kvHead * orderBytes() + (long) place * indexBytes();
    return headDim <= ONE_BYTE
        ? order.get(ValueLayout.JAVA_BYTE, at) & 0xff
        : order.get(SHORT, at) & 0xffff;
  }

  /** The scale of a channel; 1 if there are none. */
  float scale(MemorySegment scales, int kvHead, int channel) {
    if (!scaled) {
      return 1f;
    }
    long at = (long) kvHead * scaleBytes() + (long) channel * Short.BYTES;
    return Float.float16ToFloat(scales.get(SHORT, at));
  }

  /** Takes order and scales of one head from its first rows {@code [count][headDim]}. */
  void fit(
      MemorySegment order, MemorySegment scales, int kvHead, float[] rows, int offset, int count) {
    if (scaled) {
      double[] deviation = deviations(rows, offset, count);
      double loudest = Arrays.stream(deviation).max().orElse(0);
      for (int c = 0; c < headDim; c++) {
        double relative = deviation[c] == 0 ? 1 : Math.max(deviation[c] / loudest, QUIETEST);
        long at = (long) kvHead * scaleBytes() + (long) c * Short.BYTES;
        scales.set(SHORT, at, Float.floatToFloat16((float) relative));
      }
    }
    if (ordered) {
      int[] sorted = byRange(scales, kvHead, rows, offset, count);
      for (int i = 0; i < headDim; i++) {
        long at = (long) kvHead * orderBytes() + (long) i * indexBytes();
        if (headDim <= ONE_BYTE) {
          order.set(ValueLayout.JAVA_BYTE, at, (byte) sorted[i]);
        } else {
          order.set(SHORT, at, (short) sorted[i]);
        }
      }
    }
  }

  private double[] deviations(float[] rows, int offset, int count) {
    double[] deviation = new double[headDim];
    for (int c = 0; c < headDim; c++) {
      double sum = 0;
      for (int r = 0; r < count; r++) {
        sum += rows[offset + r * headDim + c];
      }
      double mean = sum / count;
      double squares = 0;
      for (int r = 0; r < count; r++) {
        double off = rows[offset + r * headDim + c] - mean;
        squares += off * off;
      }
      deviation[c] = Math.sqrt(squares / count);
    }
    return deviation;
  }

  /** Channels by ascending range, once scaled: the bits of a range sort as the range does. */
  private int[] byRange(MemorySegment scales, int kvHead, float[] rows, int offset, int count) {
    long[] keys = new long[headDim];
    for (int c = 0; c < headDim; c++) {
      float min = Float.POSITIVE_INFINITY;
      float max = Float.NEGATIVE_INFINITY;
      for (int r = 0; r < count; r++) {
        min = Math.min(min, rows[offset + r * headDim + c]);
        max = Math.max(max, rows[offset + r * headDim + c]);
      }
      float range = (max - min) / scale(scales, kvHead, c);
      keys[c] = (long) Float.floatToIntBits(range) << Integer.SIZE | c;
    }
    Arrays.sort(keys);
    int[] channels = new int[headDim];
    for (int i = 0; i < headDim; i++) {
      channels[i] = (int) keys[i];
    }
    return channels;
  }
}

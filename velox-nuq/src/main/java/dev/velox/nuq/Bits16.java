package dev.velox.nuq;

import dev.velox.api.FormatException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Single binary16 numbers and small places in memory, little-endian. */
final class Bits16 {
  /** The greatest finite binary16. */
  static final float LIMIT = 65504f;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Eight small places at once, the first in the lowest byte. */
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Bits16() {}

  static float get(MemorySegment segment, long at) {
    return Float.float16ToFloat(segment.get(SHORT, at));
  }

  /** Stores a number within the limit, to nearest even. */
  static void set(MemorySegment segment, long at, float x) {
    segment.set(SHORT, at, Float.floatToFloat16(x));
  }

  /** The binary16 nearest to a number, clamped to the limit. */
  static float round(double x) {
    float clamped = (float) Math.clamp(x, -LIMIT, LIMIT);
    return Float.float16ToFloat(Float.floatToFloat16(clamped));
  }

  /** Bytes of a channel's number. */
  static int placeBytes(int headDim) {
    return headDim <= 1 << Byte.SIZE ? 1 : 2;
  }

  static int place(MemorySegment segment, long at, int bytes) {
    return bytes == 1
        ? segment.get(ValueLayout.JAVA_BYTE, at) & 0xff
        : segment.get(SHORT, at) & 0xffff;
  }

  static void setPlace(MemorySegment segment, long at, int bytes, int place) {
    if (bytes == 1) {
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) place);
    } else {
      segment.set(SHORT, at, (short) place);
    }
  }

  /**
   * Clamps numbers to the limit.
   *
   * @return how many were beyond it
   */
  static int clamp(float[] x, int o, int n) {
    int clamped = 0;
    for (int i = o; i < o + n; i++) {
      if (Math.abs(x[i]) > LIMIT) {
        x[i] = Math.copySign(LIMIT, x[i]);
        clamped++;
      }
    }
    return clamped;
  }

  static FormatException fault(String field, Object found, String allowed) {
    return new FormatException("track state", -1, field, found, allowed);
  }
}

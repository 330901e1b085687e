package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Rows as f32, f16 and bf16 in memory, little-endian. */
final class ScalarStorage {
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final float MAX_F16 = 65504f;
  private static final float MAX_BF16 = 0x1.FEp127f;
  private static final int BF16_NAN = 0x7fc0;

  private ScalarStorage() {}

  static void storeF32(float[] src, int so, MemorySegment dst, long at, int n) {
    MemorySegment.copy(src, so, dst, FLOAT, at, n);
  }

  static void loadF32(MemorySegment src, long at, float[] dst, int o, int n) {
    MemorySegment.copy(src, FLOAT, at, dst, o, n);
  }

  static int storeF16(float[] src, int so, MemorySegment dst, long at, int n) {
    int clamped = 0;
    for (int i = 0; i < n; i++) {
      float x = src[so + i];
      if (Math.abs(x) > MAX_F16) {
        x = Math.copySign(MAX_F16, x);
        clamped++;
      }
      dst.set(SHORT, at + 2L * i, Float.floatToFloat16(x));
    }
    return clamped;
  }

  static void loadF16(MemorySegment src, long at, float[] dst, int o, int n) {
    for (int i = 0; i < n; i++) {
      dst[o + i] = Float.float16ToFloat(src.get(SHORT, at + 2L * i));
    }
  }

  static int storeBf16(float[] src, int so, MemorySegment dst, long at, int n) {
    int clamped = 0;
    for (int i = 0; i < n; i++) {
      float x = src[so + i];
      if (Math.abs(x) > MAX_BF16) {
        x = Math.copySign(MAX_BF16, x);
        clamped++;
      }
      int bits = Float.floatToRawIntBits(x);
      int rounded = (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
      dst.set(SHORT, at + 2L * i, (short) (Float.isNaN(x) ? BF16_NAN : rounded));
    }
    return clamped;
  }

  static void loadBf16(MemorySegment src, long at, float[] dst, int o, int n) {
    for (int i = 0; i < n; i++) {
      dst[o + i] = bf16(src.get(SHORT, at + 2L * i));
    }
  }

  static float bf16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /* The fields of both formats line up once the biases, 127 and 7, do. */
  static void loadE4m3(MemorySegment src, long at, float power, float[] dst, int o, int n) {
    for (int i = 0; i < n; i++) {
      int bits = src.get(ValueLayout.JAVA_BYTE, at + i) << 20 & 0x87f00000;
      dst[o + i] = Float.intBitsToFloat(bits) * 0x1p120f * power;
    }
  }
}

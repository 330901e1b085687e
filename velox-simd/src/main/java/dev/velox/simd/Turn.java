package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.I;
import static dev.velox.simd.Wide.S;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/** Eight channels of 64 tokens turned into tokens of eight channels: bytes, pairs, fours. */
final class Turn {
  /** Where each element of a row of 64 lies: the first half in even bytes, the second in odd. */
  static final byte[] ORDER = new byte[64];

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int TOKENS = 64;
  private static final int HALF = TOKENS / 2;

  /* Lower and upper halves of two registers, one element of each in turn. */
  private static final byte[] BYTES = new byte[128];
  private static final short[] SHORTS = new short[64];
  private static final int[] INTS = new int[32];

  static {
    for (int i = 0; i < 64; i++) {
      ORDER[i] = (byte) (i < 32 ? 2 * i : 2 * i - 63);
    }
    for (int i = 0; i < 128; i++) {
      BYTES[i] = (byte) (i / 2 + 64 * (i % 2));
    }
    for (int i = 0; i < 64; i++) {
      SHORTS[i] = (short) (i / 2 + 32 * (i % 2));
    }
    for (int i = 0; i < 32; i++) {
      INTS[i] = i / 2 + 16 * (i % 2);
    }
  }

  private Turn() {}

  static void eight(byte[] columns, int o, int from, int to, byte[] rows, int ro, int stride) {
    int work = o + 8 * TOKENS;
    for (int half = from / HALF; half * HALF < to; half++) {
      half(columns, o, half, work);
      int first = Math.max(from, half * HALF);
      int last = Math.min(to, (half + 1) * HALF);
      for (int t = first; t < last; t++) {
        long eight = (long) LONGS.get(columns, work + 8 * (t - half * HALF));
        LONGS.set(rows, ro + (t - from) * stride, eight);
      }
    }
  }

  private static void half(byte[] columns, int o, int half, int to) {
    ByteVector bytes = ByteVector.fromArray(B, BYTES, 64 * half);
    ShortVector a =
        bytes
            .selectFrom(
                ByteVector.fromArray(B, columns, o + 0 * TOKENS),
                ByteVector.fromArray(B, columns, o + 1 * TOKENS))
            .reinterpretAsShorts();
    ShortVector b =
        bytes
            .selectFrom(
                ByteVector.fromArray(B, columns, o + 2 * TOKENS),
                ByteVector.fromArray(B, columns, o + 3 * TOKENS))
            .reinterpretAsShorts();
    ShortVector c =
        bytes
            .selectFrom(
                ByteVector.fromArray(B, columns, o + 4 * TOKENS),
                ByteVector.fromArray(B, columns, o + 5 * TOKENS))
            .reinterpretAsShorts();
    ShortVector d =
        bytes
            .selectFrom(
                ByteVector.fromArray(B, columns, o + 6 * TOKENS),
                ByteVector.fromArray(B, columns, o + 7 * TOKENS))
            .reinterpretAsShorts();
    ShortVector low = ShortVector.fromArray(S, SHORTS, 0);
    ShortVector high = ShortVector.fromArray(S, SHORTS, 32);
    IntVector first = low.selectFrom(a, b).reinterpretAsInts();
    IntVector second = low.selectFrom(c, d).reinterpretAsInts();
    IntVector third = high.selectFrom(a, b).reinterpretAsInts();
    IntVector fourth = high.selectFrom(c, d).reinterpretAsInts();
    IntVector lower = IntVector.fromArray(I, INTS, 0);
    IntVector upper = IntVector.fromArray(I, INTS, 16);
    lower.selectFrom(first, second).reinterpretAsBytes().intoArray(columns, to);
    upper.selectFrom(first, second).reinterpretAsBytes().intoArray(columns, to + 64);
    lower.selectFrom(third, fourth).reinterpretAsBytes().intoArray(columns, to + 128);
    upper.selectFrom(third, fourth).reinterpretAsBytes().intoArray(columns, to + 192);
  }
}

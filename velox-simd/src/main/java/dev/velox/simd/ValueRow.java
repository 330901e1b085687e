package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;

/** 64 channels of one token of values as bytes, channels in order. */
final class ValueRow {
  private static final long ROW = 64;

  /** The channel of each byte of a row. */
  private static final byte[] SLOTS = new byte[64];

  static {
    for (int i = 0; i < 64; i++) {
      SLOTS[i] = (byte) (i % 2 * 32 + i / 2);
    }
  }

  private ValueRow() {}

  static void plain(int bits, MemorySegment src, long at, int token, byte[] codes, int co) {
    ByteVector.fromArray(B, Turn.ORDER, 0)
        .selectFrom(ByteVector.fromMemorySegment(B, src, at, LE))
        .reinterpretAsInts()
        .lanewise(LSHR, token * bits)
        .reinterpretAsBytes()
        .and((byte) ((1 << bits) - 1))
        .intoArray(codes, co);
  }

  /** Two tokens of 4 bits: their nibbles joined, the two halves of the channels interleaved. */
  static void pack(byte[] codes, int first, int second, MemorySegment dst, long at) {
    ByteVector low = ByteVector.fromArray(B, codes, first);
    ByteVector high = ByteVector.fromArray(B, codes, second);
    ByteVector.fromArray(B, SLOTS, 0)
        .selectFrom(high.reinterpretAsInts().lanewise(LSHL, 4).reinterpretAsBytes().or(low))
        .intoMemorySegment(dst, at, LE);
  }

  static void triples(MemorySegment src, long at, int token, byte[] codes, int co) {
    ByteVector x;
    if (token < 6) {
      x = ByteVector.fromMemorySegment(B, src, at + ROW * (token / 2), LE);
    } else {
      x =
          ByteVector.fromMemorySegment(B, src, at, LE)
              .and((byte) 0xc0)
              .reinterpretAsInts()
              .lanewise(LSHR, 6)
              .or(
                  ByteVector.fromMemorySegment(B, src, at + ROW, LE)
                      .and((byte) 0xc0)
                      .reinterpretAsInts()
                      .lanewise(LSHR, 4))
              .or(
                  ByteVector.fromMemorySegment(B, src, at + 2 * ROW, LE)
                      .and((byte) 0xc0)
                      .reinterpretAsInts()
                      .lanewise(LSHR, 2))
              .reinterpretAsBytes();
    }
    ByteVector.fromArray(B, Turn.ORDER, 0)
        .selectFrom(x)
        .reinterpretAsInts()
        .lanewise(LSHR, 3 * (token & 1))
        .reinterpretAsBytes()
        .and((byte) 7)
        .intoArray(codes, co);
  }
}

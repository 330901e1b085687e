package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;

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

  /** Two tokens of 4 bits a byte; the two halves of the channels interleaved. */
  static void packNibbles(byte[] codes, int co, int stride, MemorySegment dst, long at) {
    IntVector low = ByteVector.fromArray(B, codes, co).reinterpretAsInts();
    IntVector high = ByteVector.fromArray(B, codes, co + stride).reinterpretAsInts();
    ByteVector.fromArray(B, SLOTS, 0)
        .selectFrom(low.or(high.lanewise(LSHL, 4)).reinterpretAsBytes())
        .intoMemorySegment(dst, at, LE);
  }

  /** Four tokens of 2 bits a byte. */
  static void packCrumbs(byte[] codes, int co, int stride, MemorySegment dst, long at) {
    IntVector c0 = ByteVector.fromArray(B, codes, co).reinterpretAsInts();
    IntVector c1 = ByteVector.fromArray(B, codes, co + stride).reinterpretAsInts();
    IntVector c2 = ByteVector.fromArray(B, codes, co + 2 * stride).reinterpretAsInts();
    IntVector c3 = ByteVector.fromArray(B, codes, co + 3 * stride).reinterpretAsInts();
    IntVector low = c0.or(c1.lanewise(LSHL, 2));
    IntVector high = c2.or(c3.lanewise(LSHL, 2));
    ByteVector.fromArray(B, SLOTS, 0)
        .selectFrom(low.or(high.lanewise(LSHL, 4)).reinterpretAsBytes())
        .intoMemorySegment(dst, at, LE);
  }

  /** Eight tokens of 3 bits in three bytes: three pairs, and the fourth in their upper two bits. */
  static void packTriples(byte[] codes, int co, int stride, MemorySegment dst, long at) {
    ByteVector slots = ByteVector.fromArray(B, SLOTS, 0);
    IntVector low = ByteVector.fromArray(B, codes, co + 6 * stride).reinterpretAsInts();
    IntVector high = ByteVector.fromArray(B, codes, co + 7 * stride).reinterpretAsInts();
    IntVector fourth = low.or(high.lanewise(LSHL, 3));
    int upper = 0xc0c0c0c0;
    for (int r = 0; r < 3; r++) {
      low = ByteVector.fromArray(B, codes, co + 2 * r * stride).reinterpretAsInts();
      high = ByteVector.fromArray(B, codes, co + (2 * r + 1) * stride).reinterpretAsInts();
      IntVector pair = low.or(high.lanewise(LSHL, 3));
      IntVector two = fourth.lanewise(LSHL, 6 - 2 * r).and(upper);
      slots.selectFrom(pair.or(two).reinterpretAsBytes()).intoMemorySegment(dst, at + ROW * r, LE);
    }
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

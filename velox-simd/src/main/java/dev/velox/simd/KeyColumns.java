package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;

/** Eight channels of keys as bytes: bits masked where they lie, tokens put in order. */
final class KeyColumns {
  private static final long ROW = 64;

  private KeyColumns() {}

  static void nibbles(MemorySegment src, long at, byte[] codes, int co) {
    ByteVector order = ByteVector.fromArray(B, Turn.ORDER, 0);
    for (int r = 0; r < 4; r++) {
      ByteVector x = order.selectFrom(ByteVector.fromMemorySegment(B, src, at + ROW * r, LE));
      int o = co + 128 * r;
      x.and((byte) 15).intoArray(codes, o);
      x.reinterpretAsInts()
          .lanewise(LSHR, 4)
          .reinterpretAsBytes()
          .and((byte) 15)
          .intoArray(codes, o + 64);
    }
  }

  static void crumbs(MemorySegment src, long at, byte[] codes, int co) {
    ByteVector order = ByteVector.fromArray(B, Turn.ORDER, 0);
    for (int r = 0; r < 2; r++) {
      ByteVector x = order.selectFrom(ByteVector.fromMemorySegment(B, src, at + ROW * r, LE));
      for (int i = 0; i < 4; i++) {
        x.reinterpretAsInts()
            .lanewise(LSHR, 2 * i)
            .reinterpretAsBytes()
            .and((byte) 3)
            .intoArray(codes, co + 64 * (4 * r + i));
      }
    }
  }

  static void triples(MemorySegment src, long at, byte[] codes, int co) {
    ByteVector order = ByteVector.fromArray(B, Turn.ORDER, 0);
    ByteVector last = ByteVector.zero(B);
    for (int r = 0; r < 3; r++) {
      ByteVector x = order.selectFrom(ByteVector.fromMemorySegment(B, src, at + ROW * r, LE));
      int o = co + 128 * r;
      x.and((byte) 7).intoArray(codes, o);
      x.reinterpretAsInts()
          .lanewise(LSHR, 3)
          .reinterpretAsBytes()
          .and((byte) 7)
          .intoArray(codes, o + 64);
      last =
          last.or(
              x.and((byte) 0xc0)
                  .reinterpretAsInts()
                  .lanewise(LSHR, 6 - 2 * r)
                  .reinterpretAsBytes());
    }
    last.and((byte) 7).intoArray(codes, co + 6 * 64);
    last.reinterpretAsInts()
        .lanewise(LSHR, 3)
        .reinterpretAsBytes()
        .and((byte) 7)
        .intoArray(codes, co + 7 * 64);
  }
}

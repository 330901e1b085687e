package dev.velox.simd;

import static dev.velox.simd.Lanes.B_HALF;
import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.S;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2B;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * Eight channels of keys as bytes, where a register holds less than a row: a short of a row is
 * token i below and token {@code 32 + i} above, so that shifts and masks put tokens in order.
 */
final class ColumnsByShorts {
  private static final int TOKENS = 64;
  private static final int HALF = TOKENS / 2;
  private static final long ROW = 64;

  private ColumnsByShorts() {}

  /** Four bits or two: a byte of a row is two channels or four. */
  static void plain(int bits, MemorySegment src, long at, byte[] codes, int co) {
    int channels = 8 / bits;
    for (int r = 0; r < bits; r++) {
      for (int i = 0; i < channels; i++) {
        channel(bits, src, at + ROW * r, bits * i, codes, co + TOKENS * (channels * r + i));
      }
    }
  }

  private static void channel(
      int bits, MemorySegment src, long row, int shift, byte[] codes, int co) {
    ShortVector mask = ShortVector.broadcast(S, (short) ((1 << bits) - 1));
    for (int t = 0; t < HALF; t += S.length()) {
      ShortVector x = ShortVector.fromMemorySegment(S, src, row + 2L * t, LE);
      ((ByteVector) x.lanewise(LSHR, shift).and(mask).convertShape(S2B, B_HALF, 0))
          .intoArray(codes, co + t);
      ((ByteVector) x.lanewise(LSHR, shift + 8).and(mask).convertShape(S2B, B_HALF, 0))
          .intoArray(codes, co + HALF + t);
    }
  }

  /** Three bits: a byte is two channels, the top bits of three rows are two more. */
  static void triples(MemorySegment src, long at, byte[] codes, int co) {
    for (int r = 0; r < 3; r++) {
      channel(3, src, at + ROW * r, 0, codes, co + 2 * TOKENS * r);
      channel(3, src, at + ROW * r, 3, codes, co + 2 * TOKENS * r + TOKENS);
    }
    last(src, at, 0, codes, co + 6 * TOKENS);
    last(src, at, 3, codes, co + 7 * TOKENS);
  }

  private static void last(MemorySegment src, long at, int shift, byte[] codes, int co) {
    ShortVector top = ShortVector.broadcast(S, (short) 0xc0c0);
    ShortVector mask = ShortVector.broadcast(S, (short) 7);
    for (int t = 0; t < HALF; t += S.length()) {
      long p = at + 2L * t;
      ShortVector x =
          ShortVector.fromMemorySegment(S, src, p, LE)
              .and(top)
              .lanewise(LSHR, 6)
              .or(ShortVector.fromMemorySegment(S, src, p + ROW, LE).and(top).lanewise(LSHR, 4))
              .or(
                  ShortVector.fromMemorySegment(S, src, p + 2 * ROW, LE)
                      .and(top)
                      .lanewise(LSHR, 2));
      ((ByteVector) x.lanewise(LSHR, shift).and(mask).convertShape(S2B, B_HALF, 0))
          .intoArray(codes, co + t);
      ((ByteVector) x.lanewise(LSHR, shift + 8).and(mask).convertShape(S2B, B_HALF, 0))
          .intoArray(codes, co + HALF + t);
    }
  }

  /** 64 channels of one token of values: rows are laid out alike, with channels for tokens. */
  static void row(int bits, MemorySegment src, long at, int token, byte[] codes, int co) {
    if (bits != 3) {
      channel(bits, src, at, bits * token, codes, co);
    } else if (token < 6) {
      channel(3, src, at + ROW * (token / 2), 3 * (token & 1), codes, co);
    } else {
      last(src, at, 3 * (token & 1), codes, co);
    }
  }
}

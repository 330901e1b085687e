package dev.velox.simd;

import static dev.velox.simd.Wide.B;
import static dev.velox.simd.Wide.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * 64 channels of 64 tokens as rows of channels: the codes of a token become a few words, eight
 * words of bytes are turned in place, so that each byte of a word begins a row.
 */
final class KeySquare {
  private static final VectorSpecies<Long> L = LongVector.SPECIES_512;
  private static final int TOKENS = 64;
  private static final long TILE = 512;

  /** Byte b of each of eight words: one row after the other. */
  private static final byte[] TURNED = new byte[64];

  /* Lower and upper lanes of two registers: one by one, by twos, by fours. */
  private static final long[] ONES = new long[16];
  private static final long[] TWOS = new long[16];
  private static final long[] FOURS = new long[16];

  static {
    for (int i = 0; i < 64; i++) {
      TURNED[i] = (byte) (i % 8 * 8 + i / 8);
    }
    for (int i = 0; i < 16; i++) {
      ONES[i] = i / 2 + 8L * (i % 2);
      TWOS[i] = i % 2 + i / 4 * 2 + 8L * (i / 2 % 2);
      FOURS[i] = i % 4 + i / 8 * 4 + 8L * (i / 4 % 2);
    }
  }

  private KeySquare() {}

  static void pack(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at) {
    for (int t = 0; t < TOKENS; t++) {
      int row = co + t * stride;
      long to = at + 8L * (t < TOKENS / 2 ? 2 * t : 2 * t - TOKENS + 1);
      if (bits == 4) {
        nibbles(codes, row, dst, to);
      } else if (bits == 3) {
        triples(codes, row, dst, to);
      } else {
        crumbs(codes, row, dst, to);
      }
    }
    for (int tile = 0; tile < bits; tile++) {
      turn(dst, at + TILE * tile);
    }
  }

  private static long word(byte[] codes, int o) {
    return (long) WordCodes.LONGS.get(codes, o);
  }

  private static void nibbles(byte[] codes, int o, MemorySegment dst, long to) {
    long mask = 0x0f0f0f0f0f0f0f0fL;
    for (int i = 0; i < 4; i++) {
      long low = Long.compress(word(codes, o + 16 * i), mask);
      long high = Long.compress(word(codes, o + 16 * i + 8), mask);
      dst.set(WordCodes.LONG, to + TILE * i, low | high << 32);
    }
  }

  private static void crumbs(byte[] codes, int o, MemorySegment dst, long to) {
    long mask = 0x0303030303030303L;
    for (int i = 0; i < 2; i++) {
      long a = Long.compress(word(codes, o + 32 * i), mask);
      long b = Long.compress(word(codes, o + 32 * i + 8), mask);
      long c = Long.compress(word(codes, o + 32 * i + 16), mask);
      long d = Long.compress(word(codes, o + 32 * i + 24), mask);
      dst.set(WordCodes.LONG, to + TILE * i, a | b << 16 | c << 32 | d << 48);
    }
  }

  private static void triples(byte[] codes, int o, MemorySegment dst, long to) {
    long c2 = three(codes, o + 16);
    long c5 = three(codes, o + 40);
    long first = three(codes, o) | three(codes, o + 8) << 24 | c2 << 48;
    long second = c2 >>> 16 | three(codes, o + 24) << 8 | three(codes, o + 32) << 32 | c5 << 56;
    long third = c5 >>> 8 | three(codes, o + 48) << 16 | three(codes, o + 56) << 40;
    dst.set(WordCodes.LONG, to, first);
    dst.set(WordCodes.LONG, to + TILE, second);
    dst.set(WordCodes.LONG, to + 2 * TILE, third);
  }

  /** Eight channels in three bytes: three pairs, and the fourth in their upper two bits. */
  private static long three(byte[] codes, int o) {
    long run = Long.compress(word(codes, o), 0x0707070707070707L);
    return Long.expand(run, 0x3f3f3f) | Long.expand(run >>> 18, 0xc0c0c0);
  }

  /** Eight bytes of 64 tokens turned into eight rows. */
  private static void turn(MemorySegment m, long at) {
    ByteVector bytes = ByteVector.fromArray(B, TURNED, 0);
    LongVector v0 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at, LE)).reinterpretAsLongs();
    LongVector v1 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 64, LE)).reinterpretAsLongs();
    LongVector v2 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 128, LE)).reinterpretAsLongs();
    LongVector v3 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 192, LE)).reinterpretAsLongs();
    LongVector v4 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 256, LE)).reinterpretAsLongs();
    LongVector v5 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 320, LE)).reinterpretAsLongs();
    LongVector v6 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 384, LE)).reinterpretAsLongs();
    LongVector v7 =
        bytes.selectFrom(ByteVector.fromMemorySegment(B, m, at + 448, LE)).reinterpretAsLongs();
    LongVector lower = LongVector.fromArray(L, ONES, 0);
    LongVector upper = LongVector.fromArray(L, ONES, 8);
    LongVector a0 = lower.selectFrom(v0, v1);
    LongVector a1 = upper.selectFrom(v0, v1);
    LongVector a2 = lower.selectFrom(v2, v3);
    LongVector a3 = upper.selectFrom(v2, v3);
    LongVector a4 = lower.selectFrom(v4, v5);
    LongVector a5 = upper.selectFrom(v4, v5);
    LongVector a6 = lower.selectFrom(v6, v7);
    LongVector a7 = upper.selectFrom(v6, v7);
    lower = LongVector.fromArray(L, TWOS, 0);
    upper = LongVector.fromArray(L, TWOS, 8);
    v0 = lower.selectFrom(a0, a2);
    v1 = upper.selectFrom(a0, a2);
    v2 = lower.selectFrom(a1, a3);
    v3 = upper.selectFrom(a1, a3);
    v4 = lower.selectFrom(a4, a6);
    v5 = upper.selectFrom(a4, a6);
    v6 = lower.selectFrom(a5, a7);
    v7 = upper.selectFrom(a5, a7);
    lower = LongVector.fromArray(L, FOURS, 0);
    upper = LongVector.fromArray(L, FOURS, 8);
    lower.selectFrom(v0, v4).reinterpretAsBytes().intoMemorySegment(m, at, LE);
    upper.selectFrom(v0, v4).reinterpretAsBytes().intoMemorySegment(m, at + 64, LE);
    lower.selectFrom(v1, v5).reinterpretAsBytes().intoMemorySegment(m, at + 128, LE);
    upper.selectFrom(v1, v5).reinterpretAsBytes().intoMemorySegment(m, at + 192, LE);
    lower.selectFrom(v2, v6).reinterpretAsBytes().intoMemorySegment(m, at + 256, LE);
    upper.selectFrom(v2, v6).reinterpretAsBytes().intoMemorySegment(m, at + 320, LE);
    lower.selectFrom(v3, v7).reinterpretAsBytes().intoMemorySegment(m, at + 384, LE);
    upper.selectFrom(v3, v7).reinterpretAsBytes().intoMemorySegment(m, at + 448, LE);
  }
}

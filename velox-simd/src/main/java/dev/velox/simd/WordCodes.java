package dev.velox.simd;

import dev.velox.kernels.CodeKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bit packer eight codes at a time, in one long: for packing, short runs and what is left. */
final class WordCodes {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long BYTES = 0x0101010101010101L;
  private static final long PAIRS = 0x0001000100010001L;
  private static final long QUADS = 0x0000000100000001L;

  private WordCodes() {}

  static void pack(int bits, byte[] codes, int co, int n, MemorySegment dst, long at) {
    long end = at + CodeKernels.packedBytes(bits, n);
    long next = at;
    int i = 0;
    for (; i < n - n % 8; i += 8, next += bits) {
      write(dst, next, end, bits, squeeze(bits, (long) LONGS.get(codes, co + i)));
    }
    if (i < n) {
      long word = 0;
      for (int k = 0; i + k < n; k++) {
        word |= (codes[co + i + k] & 0xffL) << (8 * k);
      }
      write(dst, next, end, (int) (end - next), squeeze(bits, word));
    }
  }

  static void unpack(int bits, MemorySegment src, long at, int n, byte[] codes, int co) {
    long end = at + CodeKernels.packedBytes(bits, n);
    long next = at;
    int i = 0;
    for (; i < n - n % 8; i += 8, next += bits) {
      LONGS.set(codes, co + i, spread(bits, read(src, next, end)));
    }
    if (i < n) {
      long word = spread(bits, read(src, next, end));
      for (; i < n; i++, word >>>= 8) {
        codes[co + i] = (byte) word;
      }
    }
  }

  static void unpackFloats(int bits, MemorySegment src, long at, int n, float[] dst, int o) {
    long end = at + CodeKernels.packedBytes(bits, n);
    long next = at;
    int i = 0;
    for (; i < n - n % 8; i += 8, next += bits) {
      long word = spread(bits, read(src, next, end));
      for (int k = 0; k < 8; k++) {
        dst[o + i + k] = (int) (word >>> (8 * k)) & 0xff;
      }
    }
    if (i < n) {
      long word = spread(bits, read(src, next, end));
      for (; i < n; i++, word >>>= 8) {
        dst[o + i] = (int) word & 0xff;
      }
    }
  }

  /** Eight codes in eight bytes, moved together: neighbours, then pairs, then quads. */
  private static long squeeze(int bits, long word) {
    long one = (1L << bits) - 1;
    long two = (1L << (2 * bits)) - 1;
    long four = (1L << (4 * bits)) - 1;
    long x = word & (BYTES * one);
    x = (x & (PAIRS * one)) | ((x >>> (8 - bits)) & (PAIRS * (one << bits)));
    x = (x & (QUADS * two)) | ((x >>> (16 - 2 * bits)) & (QUADS * (two << (2 * bits))));
    return (x & four) | ((x >>> (32 - 4 * bits)) & (four << (4 * bits)));
  }

  /** The inverse of {@link #squeeze}; bits beyond the eight codes are dropped. */
  private static long spread(int bits, long packed) {
    long one = (1L << bits) - 1;
    long two = (1L << (2 * bits)) - 1;
    long four = (1L << (4 * bits)) - 1;
    long x = (packed & four) | (((packed >>> (4 * bits)) & four) << 32);
    x = (x & (QUADS * two)) | (((x >>> (2 * bits)) & (QUADS * two)) << 16);
    return (x & (PAIRS * one)) | (((x >>> bits) & (PAIRS * one)) << 8);
  }

  /** Writes a word's low bytes; what a whole word writes beyond them the next words overwrite. */
  private static void write(MemorySegment dst, long at, long end, int bytes, long word) {
    if (at + 8 <= end) {
      dst.set(LONG, at, word);
      return;
    }
    long rest = word;
    for (int k = 0; k < bytes; k++, rest >>>= 8) {
      dst.set(ValueLayout.JAVA_BYTE, at + k, (byte) rest);
    }
  }

  /** The next eight bytes, or what is left of them. */
  private static long read(MemorySegment src, long at, long end) {
    if (at + 8 <= end) {
      return src.get(LONG, at);
    }
    long word = 0;
    for (int k = 0; at + k < end; k++) {
      word |= (src.get(ValueLayout.JAVA_BYTE, at + k) & 0xffL) << (8 * k);
    }
    return word;
  }
}

package dev.velox.simd;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;

/** The bit packer on vectors and words. */
final class SimdCodes implements CodeKernels {
  private static final CodeKernels SCALAR = Kernels.scalar().codes();
  private static final boolean WIDE = Lanes.BITS == 512;

  @Override
  public void pack(int bits, byte[] codes, int co, int n, MemorySegment dst, long at) {
    WordCodes.pack(checked(bits), codes, co, n, dst, at);
  }

  @Override
  public void unpack(int bits, MemorySegment src, long at, int n, byte[] codes, int co) {
    CodeBytes.unpack(checked(bits), src, at, n, codes, co);
  }

  @Override
  public void unpackFloats(int bits, MemorySegment src, long at, int n, float[] dst, int o) {
    CodeFloats.unpackFloats(checked(bits), src, at, n, dst, o);
  }

  @Override
  public void columns(int bits, MemorySegment src, long at, byte[] codes, int co) {
    if (!WIDE && bits == 3) {
      ColumnsByShorts.triples(src, at, codes, co);
    } else if (!WIDE) {
      ColumnsByShorts.plain(bits, src, at, codes, co);
    } else if (bits == 4) {
      KeyColumns.nibbles(src, at, codes, co);
    } else if (bits == 3) {
      KeyColumns.triples(src, at, codes, co);
    } else {
      KeyColumns.crumbs(src, at, codes, co);
    }
  }

  @Override
  public void turn(byte[] columns, int o, int from, int to, byte[] rows, int ro, int stride) {
    if (WIDE) {
      Turn.eight(columns, o, from, to, rows, ro, stride);
    } else {
      SCALAR.turn(columns, o, from, to, rows, ro, stride);
    }
  }

  @Override
  public void row(int bits, MemorySegment src, long at, int token, byte[] codes, int co) {
    if (!WIDE) {
      ColumnsByShorts.row(bits, src, at, token, codes, co);
    } else if (bits == 3) {
      ValueRow.triples(src, at, token, codes, co);
    } else {
      ValueRow.plain(bits, src, at, token, codes, co);
    }
  }

  @Override
  public void packColumns(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at) {
    if (WIDE) {
      KeySquare.pack(bits, codes, co, stride, dst, at);
    } else {
      SCALAR.packColumns(bits, codes, co, stride, dst, at);
    }
  }

  @Override
  public void packRow(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at) {
    if (!WIDE) {
      SCALAR.packRow(bits, codes, co, stride, dst, at);
    } else if (bits == 4) {
      ValueRow.packNibbles(codes, co, stride, dst, at);
    } else if (bits == 3) {
      ValueRow.packTriples(codes, co, stride, dst, at);
    } else {
      ValueRow.packCrumbs(codes, co, stride, dst, at);
    }
  }

  @Override
  public long sumWords(MemorySegment src, long at, int words) {
    return WordSum.sum(src, at, words);
  }

  private static int checked(int bits) {
    if (bits < 1 || bits > 8) {
      throw new IllegalArgumentException("code width is " + bits + ", must be 1 to 8");
    }
    return bits;
  }
}

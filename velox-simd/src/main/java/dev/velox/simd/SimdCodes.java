package dev.velox.simd;

import dev.velox.kernels.CodeKernels;
import java.lang.foreign.MemorySegment;

/** The bit packer on vectors and words. */
final class SimdCodes implements CodeKernels {

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

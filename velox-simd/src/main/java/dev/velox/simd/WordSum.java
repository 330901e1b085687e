package dev.velox.simd;

import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.LONGS;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/** The sum of 64-bit words: eight chains of additions, so that only memory is waited for. */
final class WordSum {
  private static final int W = LONGS.length();
  private static final CodeKernels SCALAR = Kernels.scalar().codes();

  private WordSum() {}

  static long sum(MemorySegment src, long at, int words) {
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    LongVector s4 = s0;
    LongVector s5 = s0;
    LongVector s6 = s0;
    LongVector s7 = s0;
    int i = 0;
    for (; i <= words - 8 * W; i += 8 * W) {
      long p = at + 8L * i;
      s0 = s0.add(LongVector.fromMemorySegment(LONGS, src, p, LE));
      s1 = s1.add(LongVector.fromMemorySegment(LONGS, src, p + 8L * W, LE));
      s2 = s2.add(LongVector.fromMemorySegment(LONGS, src, p + 16L * W, LE));
      s3 = s3.add(LongVector.fromMemorySegment(LONGS, src, p + 24L * W, LE));
      s4 = s4.add(LongVector.fromMemorySegment(LONGS, src, p + 32L * W, LE));
      s5 = s5.add(LongVector.fromMemorySegment(LONGS, src, p + 40L * W, LE));
      s6 = s6.add(LongVector.fromMemorySegment(LONGS, src, p + 48L * W, LE));
      s7 = s7.add(LongVector.fromMemorySegment(LONGS, src, p + 56L * W, LE));
    }
    s0 = s0.add(s1).add(s2.add(s3)).add(s4.add(s5).add(s6.add(s7)));
    return s0.reduceLanes(VectorOperators.ADD) + SCALAR.sumWords(src, at + 8L * i, words - i);
  }
}

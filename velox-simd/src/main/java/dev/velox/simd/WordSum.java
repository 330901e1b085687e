package dev.velox.simd;

import static dev.velox.simd.Lanes.LE;
import static dev.velox.simd.Lanes.LONGS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The sum of 64-bit words, in order: one load a step keeps up with memory. The fence, no
 * instruction on x86, keeps the compiler from reading out of order, which defeats the hardware's
 * prefetching.
 */
final class WordSum {
  private static final int W = LONGS.length();
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private WordSum() {}

  static long sum(MemorySegment src, long at, int words) {
    LongVector sums = LongVector.zero(LONGS);
    int whole = LONGS.loopBound(words);
    for (int i = 0; i < whole; i += W) {
      sums = sums.add(LongVector.fromMemorySegment(LONGS, src, at + 8L * i, LE));
      VarHandle.loadLoadFence();
    }
    long sum = sums.reduceLanes(VectorOperators.ADD);
    for (int i = whole; i < words; i++) {
      sum += src.get(WORD, at + 8L * i);
    }
    return sum;
  }
}

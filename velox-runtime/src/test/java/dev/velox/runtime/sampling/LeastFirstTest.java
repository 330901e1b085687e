package dev.velox.runtime.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LeastFirstTest {

  @Property(tries = 300)
  void theLeastComeFirstAndInOrder(
      @ForAll @IntRange(max = 300) int n,
      @ForAll @IntRange(max = 300) int most,
      @ForAll @IntRange(min = 1, max = 500) int range,
      @ForAll long seed) {
    long[] x = new Random(seed).longs(n + 3, -range, range).toArray();
    int k = Math.min(n, most);
    long[] sorted = Arrays.copyOf(x, n);
    Arrays.sort(sorted);
    long[] behind = Arrays.copyOfRange(x, n, n + 3);
    LeastFirst.sort(x, n, k);
    assertArrayEquals(Arrays.copyOf(sorted, k), Arrays.copyOf(x, k));
    assertArrayEquals(behind, Arrays.copyOfRange(x, n, n + 3));
  }
}

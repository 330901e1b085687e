package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.KvShape;
import dev.velox.api.Role;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The noise behind all rows is frozen, near normal, and independent of the order of asking. */
class RowsAreTheSameEverywhereTest {
  @Test
  void bitsAreThoseOfSplitMix64() {
    assertEquals(0xE220A8397B1DCDAFL, Noise.bits(0, 0));
    assertEquals(0x6E789E6AA1B965F4L, Noise.bits(0, 1));
    assertEquals(0x06C45D188009454FL, Noise.bits(0, 2));
  }

  @Test
  void normalNumbersHaveMeanZeroAndVarianceOne() {
    double sum = 0;
    double squares = 0;
    int n = 200_000;
    for (int i = 0; i < n; i++) {
      double x = Noise.normal(3, i);
      sum += x;
      squares += x * x;
    }
    assertEquals(0, sum / n, 0.01);
    assertEquals(1, squares / n, 0.01);
  }

  @Test
  void aRowDoesNotDependOnRowsAskedBefore() {
    KvShape shape = new KvShape(2, 2, 2, 32, 100);
    Rows one = new Rows(9, shape, Optional.empty(), RowKind.PLAIN);
    Rows other = new Rows(9, shape, Optional.empty(), RowKind.PLAIN);
    other.row(Role.VALUES, 1, 3, 5);
    assertArrayEquals(one.row(Role.KEYS, 0, 7, 7), other.row(Role.KEYS, 0, 7, 7));
  }
}

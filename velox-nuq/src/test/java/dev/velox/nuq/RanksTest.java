package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The split of dense and sparse: the true largest, and never more of them under ties. */
class RanksTest {

  /** The seed's evidence: "Dense/sparse split selects true top-k by magnitude". */
  @Test
  void splitSelectsTheTrueTopK() {
    float[] column = {.1f, .2f, 9, .3f, -8, .1f, .2f, .05f};
    assertEquals(2, Ranks.count(8, 0.25));
    assertEquals(1L << 2 | 1L << 4, Ranks.mask(column, 0, 8, 2));
    int[] places = new int[2];
    Ranks.places(column, 0, 8, 2, places);
    assertArrayEquals(new int[] {2, 4}, places);
  }

  /** The seed's evidence: "Outlier split exact under ties (no over-selection)". */
  @Test
  void splitIsExactUnderTies() {
    float[] constant = new float[64];
    Arrays.fill(constant, -3f);
    for (int k = 0; k < 33; k++) {
      assertEquals(k, Long.bitCount(Ranks.mask(constant, 0, 64, k)));
      assertEquals(k == 0 ? 0 : (1L << k) - 1, Ranks.mask(constant, 0, 64, k));
    }
  }

  @Test
  void bothFindWhatSortingFinds() {
    SplittableRandom random = new SplittableRandom(9);
    for (int run = 0; run < 300; run++) {
      int n = 2 + random.nextInt(63);
      int k = random.nextInt(n);
      float[] x = new float[n + 3];
      for (int i = 0; i < x.length; i++) {
        x[i] = random.nextInt(-5, 6);
      }
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparing((Integer i) -> -Math.abs(x[3 + i])))
              .limit(k)
              .mapToInt(Integer::intValue)
              .sorted()
              .toArray();
      int[] places = new int[k];
      Ranks.places(x, 3, n, k, places);
      assertArrayEquals(expected, places);
      long mask = 0;
      for (int p : expected) {
        mask |= 1L << p;
      }
      assertEquals(mask, Ranks.mask(x, 3, n, k));
    }
  }

  @Test
  void theMagnitudeOfARankIsThatOfSorting() {
    SplittableRandom random = new SplittableRandom(10);
    int[] bins = new int[Ranks.BINS];
    for (int run = 0; run < 300; run++) {
      int n = 1 + random.nextInt(500);
      int k = random.nextInt(n);
      float[] x = new float[n + 3];
      float[] sizes = new float[n];
      for (int i = 0; i < x.length; i++) {
        x[i] = run % 3 == 0 ? random.nextInt(-5, 6) : (float) random.nextGaussian() * (run - 150);
      }
      for (int i = 0; i < n; i++) {
        sizes[i] = Math.abs(x[3 + i]);
      }
      float found = Ranks.magnitude(x, 3, n, k, bins, new float[n]);
      Arrays.sort(sizes);
      assertEquals(sizes[n - 1 - k], found);
    }
  }

  @Test
  void atLeastOneAndNeverAll() {
    assertEquals(0, Ranks.count(64, 0));
    assertEquals(0, Ranks.count(1, 0.4));
    assertEquals(1, Ranks.count(2, 0.4999));
    assertEquals(1, Ranks.count(64, 0.001));
    assertEquals(1, Ranks.count(64, 0.01));
    assertEquals(5, Ranks.count(512, 0.01));
    assertEquals(41, Ranks.count(4096, 0.01));
    assertEquals(2, Ranks.count(5, 0.5));
  }
}

package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.api.ConfigException;
import dev.velox.api.Rope;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Phases of spans are those of their positions, near and far, and cost little to make. */
class PhasesAreExactAtAnyPositionTest {
  private static final int[] PAIRS = {0, 1, 2};

  @Test
  void aTurnedVectorIsWhereItBelongs() {
    Rope rope = Rope.withFrequencies(1, 0.1, 3.1e-7);
    RopePhases phases = new RopePhases(rope, Integer.MAX_VALUE);
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 3000; i++) {
      int span = i < 200 ? i : random.nextInt(1 << random.nextInt(8, 26));
      float[] x = {1, 1, 1};
      float[] y = {0, 0, 0};
      phases.rotateTo(span, PAIRS, x, 0, y, 0);
      for (int p : PAIRS) {
        double angle = (double) span * RopePhases.SPAN * rope.inverseFrequency(p);
        assertEquals(StrictMath.cos(angle), x[p], 4e-7, "cosine at span " + span);
        assertEquals(StrictMath.sin(angle), y[p], 4e-7, "sine at span " + span);
      }
    }
  }

  @Test
  void noPairTurnsByMoreThanHalfACircleAPosition() {
    Rope.withFrequencies(Math.PI, -Math.PI);
    for (double f : new double[] {4, -4, 1e300, Double.NaN, Double.NEGATIVE_INFINITY}) {
      assertThrows(ConfigException.class, () -> Rope.withFrequencies(f));
    }
    assertThrows(ConfigException.class, () -> Rope.of(1e4, 64).linear(1e-9));
    assertThrows(ConfigException.class, () -> Rope.of(1e-9, 64));
  }
}

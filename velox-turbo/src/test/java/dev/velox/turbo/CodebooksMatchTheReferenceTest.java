package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels and distortions are those of independently solved codebooks, for every D and b. */
class CodebooksMatchTheReferenceTest {

  @Test
  void everyLevelWithinOneInAHundredThousand() {
    List<GoldenCodebooks.Golden> all = GoldenCodebooks.all();
    assertEquals(14 * 8, all.size());
    for (GoldenCodebooks.Golden g : all) {
      double[] levels = LloydMax.positiveLevels(g.marginal(), g.bits());
      assertEquals(g.levels().length, levels.length, g.toString());
      for (int i = 0; i < levels.length; i++) {
        double off = Math.abs(levels[i] / g.levels()[i] - 1);
        assertTrue(off < 1e-5, g + ": level " + i + " is " + levels[i] + ", off by " + off);
      }
    }
  }

  @Test
  void everyDistortionWithinOneInTenThousand() {
    for (GoldenCodebooks.Golden g : GoldenCodebooks.all()) {
      double[] levels = LloydMax.positiveLevels(g.marginal(), g.bits());
      double mse = LloydMax.distortion(g.marginal(), levels);
      assertTrue(Math.abs(mse / g.mse() - 1) < 1e-4, g + ": " + mse + " for " + g.mse());
    }
  }

  @Test
  void oneBitIsTheMeanOfHalfANormal() {
    double[] levels = LloydMax.positiveLevels(Marginal.gaussian(), 1);
    assertEquals(Math.sqrt(2 / Math.PI), levels[0], 1e-9);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 20, 1000, 65536})
  void everyOtherDimConverges(int dim) {
    for (int bits = 1; bits <= 8; bits++) {
      double[] levels = LloydMax.positiveLevels(Marginal.sphere(dim), bits);
      Marginal marginal = Marginal.sphere(dim);
      double[] moments = new double[3];
      for (int i = 0; i < levels.length; i++) {
        double low = i == 0 ? 0 : (levels[i - 1] + levels[i]) / 2;
        double high = i + 1 == levels.length ? marginal.end() : (levels[i] + levels[i + 1]) / 2;
        marginal.moments(low, high, moments);
        double off = Math.abs(moments[1] / moments[0] / levels[i] - 1);
        assertTrue(off < 1e-9, dim + " dims, " + bits + " bits: level " + i + " off by " + off);
      }
    }
  }

  @Test
  void aSphereIsUniformInThreeDimensions() {
    double[] levels = LloydMax.positiveLevels(Marginal.sphere(3), 3);
    for (int i = 0; i < 4; i++) {
      assertEquals((2 * i + 1) * Math.sqrt(3) / 8, levels[i], 1e-9);
    }
  }
}

package dev.velox.kernels.track;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Rope;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Phases against angles reduced with 60 digits; rotations against double arithmetic on those. */
class RotationIsExactAtAnyPositionTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal TWO_PI =
      new BigDecimal("6.28318530717958647692528676655900576839433879875021164194988918461563281");
  private static final int[] POSITIONS = {
    0, 1, 63, 64, 127, 128, 4095, 4096, 131_071, 262_143, 262_144, 1 << 20, Integer.MAX_VALUE
  };

  static Rope[] ropes() {
    return new Rope[] {
      Rope.of(1e4, 64),
      Rope.of(5e5, 128),
      Rope.of(1e4, 2),
      Rope.of(1e4, 20).withPairing(Rope.Pairing.INTERLEAVED),
      Rope.of(5e5, 128).llama3(8, 1, 4, 8192),
      Rope.of(1e4, 64).yarn(1e4, 4, 4096, 32, 1),
      Rope.of(1e4, 64).linear(3)
    };
  }

  private static float[] floats(SplittableRandom random, int n, double bound) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextDouble(-bound, bound);
    }
    return x;
  }

  private static double reduced(Rope rope, int position, int pair) {
    BigDecimal angle =
        new BigDecimal(rope.inverseFrequency(pair)).multiply(BigDecimal.valueOf(position));
    BigDecimal turns = angle.divide(TWO_PI, DIGITS).setScale(0, RoundingMode.HALF_EVEN);
    return angle.subtract(turns.multiply(TWO_PI)).doubleValue();
  }

  @ParameterizedTest
  @MethodSource("ropes")
  void phase(Rope rope) {
    RopeTable table = RopeTable.of(rope);
    int pairs = table.pairs();
    double[] phase = new double[2 * pairs];
    float[] rounded = new float[2 * pairs];
    for (int position : POSITIONS) {
      table.phase(position, phase);
      table.phase(position, rounded);
      double tolerance = position <= 1 << 20 ? 1e-15 : 1e-14;
      for (int p = 0; p < pairs; p++) {
        double angle = reduced(rope, position, p);
        assertEquals(StrictMath.cos(angle), phase[p], tolerance);
        assertEquals(StrictMath.sin(angle), phase[pairs + p], tolerance);
        assertEquals((float) phase[p], rounded[p]);
        assertEquals((float) phase[pairs + p], rounded[pairs + p]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ropes")
  void rotationAndBack(Rope rope) {
    RopeTable table = RopeTable.of(rope);
    SplittableRandom random = new SplittableRandom(3);
    int dim = rope.dims() + 5;
    float[] phase = new float[rope.dims()];
    for (int position : POSITIONS) {
      float[] row = floats(random, dim + 1, 1);
      float[] turned = row.clone();
      table.rotate(position, turned, 1);
      for (int p = 0; p < rope.pairs(); p++) {
        double angle = reduced(rope, position, p);
        double x = row[1 + rope.first(p)];
        double y = row[1 + rope.second(p)];
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        assertUlp(x * c - y * s, turned[1 + rope.first(p)]);
        assertUlp(y * c + x * s, turned[1 + rope.second(p)]);
      }
      assertEquals(row[0], turned[0]);
      for (int c = rope.dims(); c < dim; c++) {
        assertEquals(row[1 + c], turned[1 + c]);
      }
      float[] byPhase = row.clone();
      table.phase(position, phase);
      table.rotate(phase, byPhase, 1);
      assertArrayEquals(turned, byPhase, 2e-7f);
      table.unrotate(phase, byPhase, 1);
      table.unrotate(position, turned, 1);
      assertArrayEquals(row, turned, 2e-7f);
      assertArrayEquals(row, byPhase, 4e-7f);
    }
  }

  private static void assertUlp(double expected, float actual) {
    assertEquals(expected, actual, 0.51 * Math.ulp((float) expected) + 1e-15);
  }

  @ParameterizedTest
  @MethodSource("ropes")
  void amplitudesGiveTheProductWithATurningMean(Rope rope) {
    RopeTable table = RopeTable.of(rope);
    SplittableRandom random = new SplittableRandom(5);
    int pairs = rope.pairs();
    float[] q = floats(random, rope.dims() + 1, 1);
    float[] mean = floats(random, rope.dims(), 9);
    float[] ab = new float[2 * pairs];
    float[] turned = new float[2 * pairs + 1];
    table.amplitudes(q, 1, mean, 0, ab, 0);
    for (int start : new int[] {0, 64, 4032, 131_008}) {
      table.turnAmplitudes(start, ab, 0, turned, 1);
      for (int t = 0; t < 64; t++) {
        float[] row = mean.clone();
        table.rotate(start + t, row, 0);
        double expected = 0;
        double actual = 0;
        double size = 0;
        for (int c = 0; c < rope.dims(); c++) {
          expected += (double) q[1 + c] * row[c];
          size += Math.abs(q[1 + c] * row[c]);
        }
        for (int p = 0; p < pairs; p++) {
          actual += (double) turned[1 + p] * table.blockCos()[p * 64 + t];
          actual += (double) turned[1 + pairs + p] * table.blockSin()[p * 64 + t];
        }
        assertEquals(expected, actual, 1e-6 * size);
      }
    }
  }

  @Test
  void theTableOfABlockIsItsOffsets() {
    RopeTable table = RopeTable.of(Rope.of(1e4, 8));
    for (int p = 0; p < 4; p++) {
      for (int t = 0; t < 64; t++) {
        double angle = t * table.rope().inverseFrequency(p);
        assertEquals((float) StrictMath.cos(angle), table.blockCos()[p * 64 + t]);
        assertEquals((float) StrictMath.sin(angle), table.blockSin()[p * 64 + t]);
      }
    }
  }
}

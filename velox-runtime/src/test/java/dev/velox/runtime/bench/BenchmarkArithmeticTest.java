package dev.velox.runtime.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.Role;
import org.junit.jupiter.api.Test;

/** Percentiles, exact attention, inputs and the bandwidth's bytes are what they are said to be. */
class BenchmarkArithmeticTest {

  @Test
  void percentilesAreThoseOfTheSortedSamples() {
    double[] ns = new double[15];
    for (int i = 0; i < ns.length; i++) {
      ns[i] = (7 * i) % 15 + 1;
    }
    assertEquals(new Timing(1, 4, 8, 15), Timing.of(ns));
  }

  @Test
  void exactAttentionWeighsBySoftmax() {
    Fp64Attention exact = new Fp64Attention(2, 2, 0.5);
    float[] keys = {2, 0, 0, 2};
    float[] values = {1, 0, 0, 4};
    double[] out = exact.attend(keys, values, new float[] {9, 3, 1}, 1);
    double w = 1 / (1 + Math.exp(1 - 3));
    assertArrayEquals(new double[] {w, 4 * (1 - w)}, out, 1e-15);
    exact.add(
        new float[] {1, 1, 2}, 1, new double[] {1, 1.5}, new double[] {1, 1}, new float[] {-4, 2});
    AttentionError error = exact.error();
    assertEquals(0.125, error.greatest(), 1e-15);
    assertEquals(0.5 / Math.sqrt(2), error.arithmetic(), 1e-15);
    assertEquals(0.5 / Math.sqrt(2), error.coding(), 1e-15);
    assertEquals(Math.sqrt(2) - 1, error.added(), 1e-12);
  }

  @Test
  void rowsAreNormalAndKeysCarryAMean() {
    BenchOptions options = new BenchOptions(64, 4096, 1, 15, 0, 1, 5);
    BenchData data = new BenchData(options);
    float[] values = data.rows(Role.VALUES, 0);
    double sum = 0;
    double squares = 0;
    for (float v : values) {
      sum += v;
      squares += (double) v * v;
    }
    assertEquals(0, sum / values.length, 0.01);
    assertEquals(1, squares / values.length, 0.02);
    // The slowest loud pair (24 of 32) turns by a quarter of a radian over these positions.
    float[] keys = data.rows(Role.KEYS, 0);
    double x = 0;
    double y = 0;
    for (int t = 0; t < 4096; t++) {
      x += keys[t * 64 + 24] / 4096.0;
      y += keys[t * 64 + 24 + 32] / 4096.0;
    }
    assertTrue(Math.hypot(x, y) > 0.2, "mean " + x + ", " + y);
    assertArrayEquals(keys, new BenchData(options).rows(Role.KEYS, 2));
  }

  @Test
  void theBandwidthArmReadsEveryByte() {
    BenchOptions options = new BenchOptions(64, 64, 1, 15, 0, 1 << 20, 1);
    try (Ledger ledger = Ledger.unlimited();
        ReadArm arm = new ReadArm(ledger, options)) {
      arm.run(0, arm.units());
      assertEquals((1 << 20) / 8 * 0x0101010101010101L, arm.sum());
      assertEquals(1 << 20, arm.items());
    }
  }
}

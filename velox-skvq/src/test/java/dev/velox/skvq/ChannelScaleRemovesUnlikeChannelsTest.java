package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.skvq.SeedBenchmark.Arm;
import org.junit.jupiter.api.Test;

/**
 * A frozen scale a channel does what reordering only approaches: the seed's benchmark at 2 bits.
 */
class ChannelScaleRemovesUnlikeChannelsTest {

  private static double nmse(String spec) {
    return SeedBenchmark.run(spec, 512, true).nmse();
  }

  @Test
  void itsErrorIsBelowThatOfReorderingAndOfKivi() {
    double scaled = nmse("skvq:bits=2,group-size=16,channel-scale=true");
    double alone = nmse("skvq:bits=2,group-size=16,channel-scale=true,reorder=false");
    double reordered = nmse(Arm.SKVQ.spec("2"));
    double kivi = nmse(Arm.KIVI.spec("2"));
    System.out.printf(
        java.util.Locale.ROOT,
        "nmse: scaled %.4f, without reorder %.4f, reordered only %.4f, kivi %.4f%n",
        scaled,
        alone,
        reordered,
        kivi);
    assertTrue(scaled <= 0.09, "scaled " + scaled);
    assertTrue(alone <= 0.09, "scaled without reorder " + alone);
    assertTrue(scaled < 0.5 * reordered && scaled < kivi, reordered + ", kivi " + kivi);
  }

  /** A channel that did not move yet, or moves by less than binary16 holds, spoils no other. */
  @Test
  void silentChannelsSpoilNothing() {
    float[] rows = new Gaussian(31).rows(256, Gaussian.ones(32));
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          i % 32 == 3 ? (i < 128 * 32 ? 0 : rows[i]) : i % 32 == 7 ? rows[i] * 1e-9f : rows[i];
    }
    float[] decoded = Opened.roundTrip("skvq:bits=4,channel-scale=true", 32, rows);
    for (int i = 0; i < rows.length; i++) {
      assertEquals(rows[i], decoded[i], 0.4, "number " + i);
    }
  }
}

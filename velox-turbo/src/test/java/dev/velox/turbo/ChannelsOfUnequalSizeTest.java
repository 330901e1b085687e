package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loud channels: found, given more bits, or scaled away before rotation. */
class ChannelsOfUnequalSizeTest {

  /** Rows whose channel c has size {@code size[c]}. */
  private static float[] rows(int count, double[] size, long seed) {
    float[] rows = Vectors.gaussian(count, size.length, seed);
    for (int i = 0; i < rows.length; i++) {
      rows[i] *= (float) size[i % size.length];
    }
    return rows;
  }

  /** Channels shuffled, the first {@code loud} of them ten times as large. */
  private static double[] loud(int dim, int loud, TreeSet<Integer> which) {
    int[] order = java.util.stream.IntStream.range(0, dim).toArray();
    SplittableRandom random = new SplittableRandom(3);
    for (int i = dim - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    double[] size = new double[dim];
    Arrays.fill(size, 1);
    for (int i = 0; i < loud; i++) {
      size[order[i]] = 10;
      which.add(order[i]);
    }
    return size;
  }

  @Test
  void theLoudestChannelsOfTheFirstRowsAreFoundInEachHead() {
    TreeSet<Integer> loud = new TreeSet<>();
    double[] size = loud(128, 32, loud);
    float[] rows = rows(2 * 128, size, 1);
    try (Tracks t = Tracks.of("turbo:bits=2,outlier-channels=32", Role.KEYS, 2, 128)) {
      t.append(rows);
      var order = t.track.state().parts().getFirst();
      assertEquals("table/order", order.name());
      for (int head = 0; head < 2; head++) {
        TreeSet<Integer> found = new TreeSet<>();
        TreeSet<Integer> all = new TreeSet<>();
        for (int k = 0; k < 128; k++) {
          int at = 2 * (head * 128 + k);
          int channel = order.segment().get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
          all.add(channel);
          if (k < 32) {
            found.add(channel);
          }
        }
        assertEquals(loud, found);
        assertEquals(128, all.size());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"32,3,2,2.25", "32,4,2,2.5", "16,4,3,3.125", "64,2,1,1.5", "64,4,3,3.5"})
  void averageBitsAreThoseOfTheSplit(int loud, int more, int bits, double average) {
    String spec = "turbo:bits=" + bits + ",outlier-channels=" + loud + ",outlier-bits=" + more;
    try (Tracks t = Tracks.of(spec, Role.VALUES, 128)) {
      t.append(new float[128 * 128]);
      double codes = t.memory().bytes().of(dev.velox.api.ByteRole.VALUE_CODES);
      assertEquals(average, codes * 8 / (128 * 128), 0);
      assertEquals(2 * 2 * 128, t.memory().bytes().of(dev.velox.api.ByteRole.PARAMETERS));
    }
  }

  @Test
  void bitsForLoudChannelsBeatBitsForAll() {
    double[] size = loud(128, 32, new TreeSet<>());
    float[] rows = rows(2048, size, 2);
    double split =
        Vectors.nmse(
            rows, Tracks.roundTrip("turbo:bits=2,outlier-channels=32,outlier-bits=4", 128, rows));
    double plain = Vectors.nmse(rows, Tracks.roundTrip("turbo:bits=3", 128, rows));
    assertTrue(split < .5 * plain, split + " at 2.5 bits against " + plain + " at 3");
  }

  @Test
  void aFrozenScaleServesQuietChannelsAtTwoBits() {
    double[] size = new double[64];
    for (int c = 0; c < 64; c++) {
      size[c * 37 % 64] = Math.pow(10, -1.5 + 2.5 * c / 63);
    }
    double plain = 0;
    double scaled = 0;
    for (int seed = 0; seed < 4; seed++) {
      float[] rows = rows(1024, size, 10 + seed);
      plain += channelError(rows, "turbo:bits=2", 64) / 4;
      scaled += channelError(rows, "turbo:bits=2,channel-scale=true", 64) / 4;
    }
    assertTrue(scaled <= .116, "mean over channels of error over variance: " + scaled);
    assertTrue(plain > 50, "without the scale: " + plain);
  }

  /** Mean over channels of squared error over variance, of the rows after the first chunk. */
  private static double channelError(float[] rows, String spec, int dim) {
    float[] back = Tracks.roundTrip(spec, dim, rows);
    double sum = 0;
    for (int c = 0; c < dim; c++) {
      double error = 0;
      double square = 0;
      for (int i = 128 * dim + c; i < rows.length; i += dim) {
        error += Math.pow(rows[i] - back[i], 2);
        square += (double) rows[i] * rows[i];
      }
      sum += error / square / dim;
    }
    return sum;
  }

  @Test
  void scalesComeFromTheFirstRowsAndStayFrozen() {
    double[] size = loud(64, 8, new TreeSet<>());
    float[] first = rows(128, size, 4);
    float[] later = rows(128, size, 5);
    try (Tracks a = Tracks.of("turbo:channel-scale=true", Role.KEYS, 64);
        Tracks b = Tracks.of("turbo:channel-scale=true", Role.KEYS, 64)) {
      a.append(first);
      var gains = a.track.state().parts().getFirst();
      assertEquals("table/gains", gains.name());
      byte[] before = gains.segment().toArray(ValueLayout.JAVA_BYTE);
      a.append(later);
      assertEquals(
          java.nio.ByteBuffer.wrap(before),
          java.nio.ByteBuffer.wrap(gains.segment().toArray(ValueLayout.JAVA_BYTE)));
      b.append(later);
      var other = b.track.state().parts().getFirst();
      assertTrue(!Arrays.equals(before, other.segment().toArray(ValueLayout.JAVA_BYTE)));
    }
  }
}

package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.ByteReport;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rows as first decoded stay bit for bit, however the track is trimmed, forked and continued. */
class HistoriesKeepRowsTest {
  private static final int HEADS = 2;

  private static final String[] SPECS = {
    "f32", "f16", "uniform:bits=3", "uniform:axis=channel,bits=2", "kivi:bits=2", "kivi:bits=5"
  };

  @Property(tries = 60, seed = "21")
  void whateverHappens(
      @ForAll @IntRange(min = 0, max = 5) int spec, @ForAll Role role, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int dim = 1 + random.nextInt(70);
    Opened o = new Opened(SPECS[spec], role, HEADS, dim);
    List<float[]> oracle = new ArrayList<>();
    int first = 0;
    for (int step = 0; step < 15; step++) {
      int end = first + oracle.size();
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          int count = random.nextBoolean() ? KvTrack.BLOCK : 1 + random.nextInt(150);
          o.append(end, Data.GAUSSIAN.rows(HEADS * count, dim, random.nextLong()));
          for (int t = end; t < end + count; t++) {
            oracle.add(row(o, t));
          }
        }
        case 2 -> {
          int keep = first + random.nextInt(oracle.size() + 1);
          o.track.trim(keep);
          oracle.subList(keep - first, oracle.size()).clear();
        }
        case 3 -> {
          o.track.forget(first + random.nextInt(oracle.size() + 1));
          long[] starts = o.track.state().numbers().get("starts");
          int from = starts.length == 0 ? end : (int) starts[0];
          oracle.subList(0, from - first).clear();
          first = from;
        }
        default -> o.fork();
      }
      assertEquals(o.account.bytes(), o.stateBytes());
      for (int t = 0; t < oracle.size(); t++) {
        assertArrayEquals(oracle.get(t), row(o, first + t));
      }
    }
    o.track.clear();
    assertEquals(ByteReport.ZERO, o.account.bytes());
  }

  private static float[] row(Opened o, int position) {
    float[] row = Arrays.copyOf(o.decode(0, position, position + 1), HEADS * o.dim);
    System.arraycopy(o.decode(1, position, position + 1), 0, row, o.dim, o.dim);
    return row;
  }
}

package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.api.ByteReport;
import dev.velox.api.FormatException;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows as first decoded stay bit for bit, whatever follows; a state that cannot be is refused. */
class HistoriesTest {
  private static final int HEADS = 2;

  private static final String[] SPECS = {
    "kvquant",
    "kvquant:bits=2,outlier-fraction=0.1",
    "kvquant:outliers=rank",
    "kvquant:outliers=threshold,outlier-fraction=0.05",
    "kvquant:group-size=64",
    "kvquant:refit-interval=128,outliers=threshold",
    "kvquant:values=token,bits=1"
  };

  private static Opened opened(String spec, Role role, int dim) {
    String known = spec;
    if (role == Role.VALUES) {
      known = known.replaceAll(",?(outliers|group-size|refit-interval)=[a-z0-9]+", "");
    } else {
      known = known.replace("values=token,", "");
    }
    known = known.replace(":,", ":").replaceAll(":$", "");
    return new Opened(known, role, HEADS, dim);
  }

  @Property(tries = 70, seed = "33")
  void whateverHappens(
      @ForAll @IntRange(min = 0, max = 6) int spec, @ForAll Role role, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int dim = 8 + random.nextInt(60);
    Opened o = opened(SPECS[spec], role, dim);
    List<float[]> oracle = new ArrayList<>();
    int first = 0;
    boolean fitted = false;
    for (int step = 0; step < 14; step++) {
      int end = first + oracle.size();
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          int count = fitted ? 1 + random.nextInt(150) : 128;
          fitted = true;
          o.append(end, Draw.T4.rows(HEADS * count, dim, random.nextLong()));
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
        default -> {
          KvTrack old = o.track;
          o = o.fork();
          old.clear();
        }
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

  private static void refused(Opened o, TrackState state) {
    assertThrows(FormatException.class, () -> o.method.open(o.context, state));
  }

  private static MemorySegment part(Opened o, String name) {
    return o.track.state().parts().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow()
        .segment();
  }

  @Test
  void outliersThatPointOutsideTheirBlockAreRefused() {
    float[] x = Draw.T4.rows(HEADS * 128, 20, 1);
    for (String spec : new String[] {SPECS[0], SPECS[2], SPECS[3]}) {
      Opened o = opened(spec, Role.KEYS, 20).append(0, x);
      String name = spec.contains("threshold") ? "block/1/outliers/1" : "block/0/outliers";
      MemorySegment plane = part(o, name);
      for (long at = 0; at < plane.byteSize(); at++) {
        byte old = plane.get(ValueLayout.JAVA_BYTE, at);
        plane.set(ValueLayout.JAVA_BYTE, at, (byte) 0x7f);
        try {
          KvTrack copy = o.method.open(o.context, o.track.state());
          float[] rows = new float[64 * 20];
          copy.decode(1, 64, 128, rows, 0, o.scratch);
        } catch (FormatException expected) {
          assertEquals(-1, expected.offset());
        }
        plane.set(ValueLayout.JAVA_BYTE, at, old);
      }
      plane.fill((byte) 0x7f);
      refused(o, o.track.state());
    }
    Opened o = opened(SPECS[0], Role.VALUES, 20).append(0, x);
    part(o, "block/0/outliers").fill((byte) 0x7f);
    refused(o, o.track.state());
  }

  @Test
  void aStateOfOtherOptionsIsRefused() {
    float[] x = Draw.T4.rows(HEADS * 128, 20, 1);
    Opened plain = opened("kvquant", Role.KEYS, 20).append(0, x);
    for (String other :
        new String[] {
          "kvquant:bits=4",
          "kvquant:outliers=rank",
          "kvquant:outliers=threshold",
          "kvquant:outlier-fraction=0",
          "kvquant:group-size=64"
        }) {
      refused(opened(other, Role.KEYS, 20), plain.track.state());
    }
    TrackState state = plain.track.state();
    refused(plain, new TrackState(state.parts(), Map.of("starts", new long[] {0, 64})));
    Opened group = opened("kvquant:group-size=64", Role.KEYS, 20).append(0, x);
    TrackState whole = group.track.state();
    List<TrackState.Part> cut = new ArrayList<>(whole.parts());
    cut.removeIf(p -> p.name().equals("block/0/new levels"));
    refused(group, new TrackState(cut, whole.numbers()));
  }
}

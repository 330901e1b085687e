package dev.velox.kernels.track;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Random histories of a block track against a list of the rows it should hold. */
class BlockTrackKeepsWhatItWasGivenTest {
  private static final int HEADS = 2;
  private static final int DIM = 3;

  /** The rows of all heads by position. */
  private static final class Oracle {
    final List<float[]> rows = new ArrayList<>();
    int first;
    float mark;

    int end() {
      return first + rows.size();
    }
  }

  @Property(tries = 200, seed = "7")
  void underAnyHistory(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TestMemory memory = new TestMemory();
    TrackContext context = EchoTrack.context(HEADS, DIM, memory);
    EchoTrack track = new EchoTrack(context, null);
    Oracle oracle = new Oracle();
    int blockRows = 0;
    for (int step = 0; step < 30; step++) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> {
          append(track, oracle, random);
          memory.refuseAfter(random.nextInt(4));
          track.tidy();
          memory.refuseAfter(Integer.MAX_VALUE);
        }
        case 3 -> {
          int keep = oracle.first + random.nextInt(oracle.rows.size() + 1);
          memory.refuseAfter(random.nextInt(4));
          track.trim(keep);
          memory.refuseAfter(Integer.MAX_VALUE);
          oracle.rows.subList(keep - oracle.first, oracle.rows.size()).clear();
        }
        case 4 -> forget(track, oracle, oracle.first + random.nextInt(oracle.rows.size() + 1));
        default -> {
          if (random.nextInt(4) == 0) {
            track.clear();
            oracle.rows.clear();
            assertEquals(ByteReport.ZERO, memory.bytes());
          } else {
            track = refork(track, context, memory);
          }
        }
      }
      blockRows = check(track, oracle, random, memory);
    }
    assertEquals(oracle.rows.size(), blockRows);
  }

  private static void append(EchoTrack track, Oracle oracle, SplittableRandom random) {
    int count =
        switch (random.nextInt(4)) {
          case 0, 1 -> KvTrack.BLOCK;
          case 2 -> 1 + random.nextInt(150);
          default -> 1 + random.nextInt(40 * KvTrack.BLOCK);
        };
    append(track, oracle, random, count);
  }

  private static void append(EchoTrack track, Oracle oracle, SplittableRandom random, int count) {
    if (oracle.rows.isEmpty()) {
      oracle.first = random.nextInt(300);
    }
    boolean fresh = track.state().parts().isEmpty();
    int position = oracle.end();
    float[] rows = new float[HEADS * count * DIM];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextDouble(-1, 1);
    }
    for (int t = 0; t < count; t++) {
      float[] row = new float[HEADS * DIM];
      for (int h = 0; h < HEADS; h++) {
        System.arraycopy(rows, (h * count + t) * DIM, row, h * DIM, DIM);
      }
      oracle.rows.add(row);
    }
    if (fresh) {
      oracle.mark = rows[0];
    }
    track.begin(position, count);
    for (int h = 0; h < HEADS; h++) {
      track.encode(h, rows, h * count * DIM);
    }
  }

  private static void forget(EchoTrack track, Oracle oracle, int before) {
    track.forget(before);
    TrackState state = track.state();
    long[] starts = state.numbers().get("starts");
    int first = starts.length == 0 ? oracle.end() : (int) starts[0];
    long[] rows = state.numbers().get("rows");
    if (starts.length > 0 && starts[0] + rows[0] <= before) {
      throw new AssertionError("a block that ends before " + before + " is still held");
    }
    oracle.rows.subList(0, first - oracle.first).clear();
    oracle.first = first;
  }

  /** Goes on with a fork, after the original has let its shares go. */
  private static EchoTrack refork(EchoTrack track, TrackContext context, TestMemory memory) {
    TrackState state = track.state();
    state.parts().forEach(part -> memory.retain(part.segment()));
    EchoTrack fork = new EchoTrack(context, state);
    track.clear();
    return fork;
  }

  private static int check(
      EchoTrack track, Oracle oracle, SplittableRandom random, TestMemory memory) {
    TrackState state = track.state();
    ByteReport sum = ByteReport.ZERO;
    for (TrackState.Part part : state.parts()) {
      sum = sum.plus(part.bytes());
    }
    assertEquals(memory.bytes(), sum);
    if (!state.parts().isEmpty()) {
      assertEquals(oracle.mark, track.first(0));
    }
    int size = oracle.rows.size();
    if (size > 0) {
      int from = random.nextInt(size);
      int to = from + random.nextInt(size - from + 1);
      compare(track, oracle, from, to, random.nextInt(HEADS));
    }
    int rows = 0;
    for (long r : state.numbers().get("rows")) {
      rows += (int) r;
    }
    return rows;
  }

  private static void compare(EchoTrack track, Oracle oracle, int from, int to, int kvHead) {
    TrackScratch scratch = new TrackScratch(KvTrack.MAX_QUERIES * DIM, 0);
    int low = oracle.first + from;
    int high = oracle.first + to;
    int count = to - from;
    float[] rows = new float[count * DIM + 2];
    track.decode(kvHead, low, high, rows, 1, scratch);
    float[] q = {9, 1, 2, 3, 1, 0, 0};
    float[] scores = new float[2 * count + 3];
    track.prepareQueries(kvHead, 2, q, 1, scratch);
    track.score(kvHead, low, high, 2, scores, 1, count + 1, scratch);
    float[] expected = new float[count * DIM + 2];
    float[] expectedScores = new float[2 * count + 3];
    float[] sums = new float[2 * DIM + 1];
    float[] weights = new float[2 * count];
    for (int t = 0; t < count; t++) {
      float[] row = oracle.rows.get(from + t);
      System.arraycopy(row, kvHead * DIM, expected, 1 + t * DIM, DIM);
      float x = row[kvHead * DIM];
      expectedScores[1 + t] = 1 * x + 2 * row[kvHead * DIM + 1] + 3 * row[kvHead * DIM + 2];
      expectedScores[1 + count + 1 + t] = x;
      weights[t] = t + 1;
      weights[count + t] = 1;
      for (int c = 0; c < DIM; c++) {
        sums[1 + c] += (t + 1) * row[kvHead * DIM + c];
        sums[1 + DIM + c] += row[kvHead * DIM + c];
      }
    }
    assertArrayEquals(expected, rows);
    assertArrayEquals(expectedScores, scores, 1e-5f);
    float[] out = new float[2 * DIM + 1];
    track.clearSums(2, scratch);
    track.accumulate(kvHead, low, high, 2, weights, 0, count, scratch);
    track.finishSums(kvHead, 2, out, 1, scratch);
    assertArrayEquals(sums, out, 1e-3f);
  }

  /** Token by token or at once, blocks end in the same long runs and take the same bytes. */
  @Test
  void blocksAppendedOneByOneAreLaidTogether() {
    TestMemory memory = new TestMemory();
    TrackContext context = EchoTrack.context(HEADS, DIM, memory);
    EchoTrack track = new EchoTrack(context, null);
    Oracle oracle = new Oracle();
    SplittableRandom random = new SplittableRandom(3);
    for (int block = 1; block <= 100; block++) {
      append(track, oracle, random, KvTrack.BLOCK);
      track.tidy();
      assertEquals(EchoTrack.layout(context.shape()).plan(64 * block).low(), memory.bytes());
    }
    assertEquals(2 * (3 + 4) + 1, track.state().parts().size());
    compare(track, oracle, 0, oracle.rows.size(), 1);
    track.trim(oracle.first + 64 * 40 + 1);
    oracle.rows.subList(64 * 40 + 1, oracle.rows.size()).clear();
    assertEquals(EchoTrack.layout(context.shape()).plan(64 * 40 + 1).low(), memory.bytes());
    compare(track, oracle, 0, oracle.rows.size(), 0);
  }

  @Test
  void aRefusedAppendTakesNothing() {
    for (int granted = 0; granted < 5; granted++) {
      TestMemory memory = new TestMemory();
      EchoTrack track = new EchoTrack(EchoTrack.context(HEADS, DIM, memory), null);
      memory.refuseAfter(granted);
      assertThrows(BudgetException.class, () -> track.begin(0, 40 * KvTrack.BLOCK));
      assertEquals(ByteReport.ZERO, memory.bytes());
      assertEquals(List.of(), track.state().parts());
    }
  }

  @Test
  void thePlanIsWhatIsTaken() {
    for (int rows : new int[] {0, 1, 63, 64, 65, 128, 1000}) {
      TestMemory memory = new TestMemory();
      TrackContext context = EchoTrack.context(HEADS, DIM, memory);
      if (rows > 0) {
        new EchoTrack(context, null).begin(7, rows);
      }
      var plan = EchoTrack.layout(context.shape()).plan(rows);
      assertEquals(memory.bytes(), plan.low());
      assertEquals(memory.bytes(), plan.high());
    }
  }

  @Test
  void rowsThatAreNotHeldAreRefused() {
    EchoTrack track = new EchoTrack(EchoTrack.context(1, DIM, new TestMemory()), null);
    track.begin(10, 70);
    track.encode(0, new float[70 * DIM], 0);
    float[] rows = new float[100 * DIM];
    TrackScratch scratch = new TrackScratch(8 * DIM, 0);
    var bounds = IndexOutOfBoundsException.class;
    assertThrows(bounds, () -> track.decode(0, 9, 11, rows, 0, scratch));
    assertThrows(bounds, () -> track.decode(0, 79, 81, rows, 0, scratch));
    assertThrows(bounds, () -> track.decode(0, 20, 19, rows, 0, scratch));
    assertThrows(IllegalArgumentException.class, () -> track.begin(81, 64));
    assertThrows(IllegalArgumentException.class, () -> track.begin(80, 0));
  }
}

package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Levels that come with blocks: when, priced how, and never for codes written before. */
class BlockTablesTest {
  private static final int DIM = 8;
  private static final long TABLE = 2L * DIM * 8;

  private static float[] rows(int count, int seed, float scale) {
    float[] x = Draw.NORMAL.rows(count, DIM, seed);
    for (int i = 0; i < x.length; i++) {
      x[i] *= scale;
    }
    return x;
  }

  private static List<String> tables(Opened o) {
    return o.track.state().parts().stream()
        .map(TrackState.Part::name)
        .filter(n -> n.contains("levels"))
        .sorted()
        .toList();
  }

  @Test
  void aGroupBringsATableEverySoManyTokens() {
    Opened o = Opened.one("kvquant:group-size=128", Role.KEYS, DIM).append(0, rows(128, 0, 1));
    for (int i = 2; i < 9; i++) {
      o.append(64 * i, rows(64, i, 1));
    }
    assertEquals(
        List.of(
            "block/0/new levels",
            "block/2/new levels",
            "block/4/new levels",
            "block/6/new levels",
            "block/8/new levels"),
        tables(o));
    assertEquals(5 * TABLE, o.account.bytes().tables());
  }

  @Test
  void aRefitBringsOneEverySoManyTokensAfterTheFitRows() {
    Opened o = Opened.one("kvquant:refit-interval=192", Role.KEYS, DIM).append(0, rows(128, 0, 1));
    for (int i = 2; i < 9; i++) {
      o.append(64 * i, rows(64, i, 1));
    }
    assertEquals(List.of("block/4/new levels", "block/7/new levels", "table/levels"), tables(o));
  }

  @Test
  void newLevelsFollowTheRowsAndOldCodesStay() {
    for (String option : new String[] {"refit-interval=64", "group-size=64"}) {
      Opened frozen = Opened.one("kvquant:outlier-fraction=0", Role.KEYS, DIM);
      Opened fresh = Opened.one("kvquant:outlier-fraction=0," + option, Role.KEYS, DIM);
      float[] first = rows(128, 1, 1);
      float[] loud = rows(64, 2, 30);
      frozen.append(0, first).append(128, loud);
      fresh.append(0, first);
      float[] before = fresh.decode(0, 0, 128);
      fresh.append(128, loud);
      assertArrayEquals(before, fresh.decode(0, 0, 128));
      assertTrue(Draw.nmse(loud, frozen.decode(0, 128, 192)) > .8);
      assertTrue(Draw.nmse(loud, fresh.decode(0, 128, 192)) < .05);
    }
  }

  /** The seed refits on a decode step of one token, which ruins every key after it. */
  @Test
  void aTableIsNeverFittedOnFewRows() {
    Opened o = Opened.one("kvquant:refit-interval=64", Role.KEYS, DIM).append(0, rows(128, 1, 1));
    double error = 0;
    for (int i = 2; i < 20; i++) {
      float[] x = rows(64, i, 1);
      o.append(64 * i, x);
      error += Draw.nmse(x, o.decode(0, 64 * i, 64 * i + 64)) / 18;
    }
    assertTrue(error < .05, "error " + error);
  }

  @Test
  void tablesOfForgottenBlocksLiveOnWhileNeeded() {
    for (String option : new String[] {"group-size=256", "refit-interval=256"}) {
      Opened o = Opened.one("kvquant:" + option, Role.KEYS, DIM).append(0, rows(128, 1, 1));
      for (int i = 2; i < 12; i++) {
        o.append(64 * i, rows(64, i, i));
      }
      float[] kept = o.decode(0, 448, 768);
      o.track.forget(448);
      assertArrayEquals(kept, o.decode(0, 448, 768));
      assertEquals(o.account.bytes(), o.stateBytes());
      Opened copy = o.fork();
      o.append(768, rows(64, 90, 3));
      copy.append(768, rows(64, 90, 3));
      assertArrayEquals(o.decode(0, 448, 832), copy.decode(0, 448, 832));
      o.track.forget(832);
      assertArrayEquals(kept, copy.decode(0, 448, 768));
      o.track.clear();
      copy.track.clear();
      assertEquals(0, o.account.bytes().resident());
    }
  }

  @Test
  void aCutKeepsTheTableOfTheBlocksBeforeIt() {
    Opened o = Opened.one("kvquant:group-size=64", Role.KEYS, DIM).append(0, rows(128, 1, 1));
    o.append(128, rows(64, 2, 5)).append(192, rows(64, 3, 9));
    float[] kept = o.decode(0, 0, 150);
    o.track.trim(150);
    assertArrayEquals(kept, o.decode(0, 0, 150));
    assertEquals(3 * TABLE, o.account.bytes().tables());
    float[] next = rows(64, 4, 5);
    o.append(150, next);
    assertEquals(3 * TABLE, o.account.bytes().tables());
    assertTrue(Draw.nmse(next, o.decode(0, 150, 214)) < .06);
    o.append(214, rows(64, 5, 1));
    assertEquals(4 * TABLE, o.account.bytes().tables());
    assertArrayEquals(kept, o.decode(0, 0, 150));
  }

  @Test
  void aStraightHistoryLiesWithinThePlanWhichBoundsEveryStep() {
    for (String spec :
        new String[] {
          "kvquant:group-size=64",
          "kvquant:group-size=192",
          "kvquant:refit-interval=128",
          "kvquant:refit-interval=64,fit-tokens=0",
          "kvquant:group-size=128,fit-tokens=0"
        }) {
      Opened o = Opened.one(spec, Role.KEYS, DIM).append(0, rows(128, 0, 1));
      for (int rows = 128; rows < 1500; rows += 64) {
        var plan = o.method.plan(o.context, rows);
        long held = o.account.bytes().resident();
        assertTrue(plan.low().resident() <= held && held <= plan.high().resident(), spec);
        o.append(rows, rows(64, rows, 1));
        long step =
            o.method.plan(o.context, 192).high().resident()
                - o.method.plan(o.context, 128).low().resident();
        assertTrue(o.account.bytes().resident() - held <= step, spec);
      }
    }
  }
}

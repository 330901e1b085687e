package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Laws: however rows are cut into calls, what is held is the same, bit for bit and byte for byte;
 * and extend gives every query what appending and attending token by token would give it.
 */
final class Chunks {
  private static final double TOLERANCE = 1e-5;

  private Chunks() {}

  static void heldAlike(Subject subject, Effort effort) {
    for (int i = 0; i < effort.histories(); i++) {
      Case example = Case.draw(subject, 200 + i);
      Dice dice = new Dice(example.seed() ^ 0xB);
      boolean firstCounts = subject.fitsOnFirstAppend(example.shape());
      try (KvCaches caches = example.caches(Ledger.unlimited());
          Shadow whole = new Shadow(example, example.open(caches), RowKind.PLAIN);
          Shadow single = new Shadow(example, example.open(caches), RowKind.PLAIN);
          Shadow cut = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
        int first = firstCounts ? whole.frontier().exactRows() + 200 : 0;
        int rows = first + whole.frontier().exactRows() + 64 * 3 + dice.below(64);
        for (Shadow shadow : List.of(whole, single, cut)) {
          shadow.append(first);
        }
        whole.append(rows - first);
        while (single.length() < rows) {
          single.append(1);
        }
        while (cut.length() < rows) {
          cut.append(Math.min(rows - cut.length(), dice.of(0, 63, 64, 65, dice.between(1, 190))));
        }
        Contents expected = Contents.of(whole);
        Contents.of(single).mustEqual(expected, "row by row against one call, " + example);
        Contents.of(cut).mustEqual(expected, "cut anyhow against one call, " + example);
      }
    }
  }

  static void extendIsAppendAndAttend(Subject subject, Effort effort) {
    for (int i = 0; i < Math.max(1, effort.histories() / 2); i++) {
      Case example = Case.draw(subject, 300 + i);
      if (subject.fitsOnFirstAppend(example.shape())) {
        continue;
      }
      Dice dice = new Dice(example.seed() ^ 0xC);
      compare(example, dice);
      int window = dice.of(20, 130);
      compare(example.withAttention(example.attention().withSlidingWindow(window)), dice);
    }
  }

  private static void compare(Case example, Dice dice) {
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow steps = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      int rows = Math.min(500, steps.frontier().exactRows() + 64 * 2 + dice.below(64));
      List<List<float[]>> expected = stepByStep(steps, rows);
      Contents held = Contents.of(steps);
      for (int chunk : new int[] {7, 64, rows, 0}) {
        KvCache cache = example.open(caches);
        Workers workers = chunk == rows ? new ThreeWorkers() : Workers.single();
        try (Shadow extended = new Shadow(example, cache, RowKind.PLAIN);
            Scratch scratch = cache.newScratch(workers)) {
          while (extended.length() < rows) {
            int count = chunk == 0 ? dice.of(0, 1, dice.between(1, 100)) : chunk;
            count = Math.min(count, rows - extended.length());
            int at = extended.length();
            near(expected, extended.extend(count, scratch), at, example);
          }
        }
      }
      try (Shadow again = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
        try (Scratch scratch = again.scratch()) {
          again.extend(rows, scratch);
        }
        Contents.of(again).mustEqual(held, "extend against append, " + example);
      }
    }
  }

  /** {@code [token][layer]} of outputs. */
  private static List<List<float[]>> stepByStep(Shadow shadow, int rows) {
    List<List<float[]>> outputs = new ArrayList<>();
    try (Scratch scratch = shadow.scratch()) {
      for (int t = 0; t < rows; t++) {
        List<float[]> queries = new ArrayList<>();
        for (int l = 0; l < shadow.shape().layers(); l++) {
          queries.add(shadow.queries(l));
        }
        shadow.append(1);
        List<float[]> layers = new ArrayList<>();
        for (int l = 0; l < shadow.shape().layers(); l++) {
          layers.add(shadow.attend(l, queries.get(l), scratch));
        }
        outputs.add(layers);
      }
    }
    return outputs;
  }

  private static void near(
      List<List<float[]>> expected, List<float[]> found, int at, Case example) {
    int width = example.shape().queryHeads() * example.shape().headDim();
    for (int l = 0; l < found.size(); l++) {
      float[] all = found.get(l);
      for (int t = 0; t * width < all.length; t++) {
        float[] step = expected.get(at + t).get(l);
        double tolerance = TOLERANCE * Math.max(1, Fp64.max(step));
        float[] one = Arrays.copyOfRange(all, t * width, (t + 1) * width);
        int position = at + t;
        Claim.near(step, one, tolerance, () -> "extend at position " + position + " of " + example);
      }
    }
  }
}

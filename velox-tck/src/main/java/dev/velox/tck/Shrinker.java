package dev.velox.tck;

import java.util.ArrayList;
import java.util.List;

/** Runs a history and, when it breaks a law, finds a shorter one that still does. */
final class Shrinker {
  private static final int MOST_RUNS = 200;

  private Shrinker() {}

  /** What a history must fulfil. */
  @FunctionalInterface
  interface Play {
    void run(List<Op> ops) throws Exception;
  }

  /** Runs the play; the failure that is thrown names the shortest history found and its case. */
  static void run(Object example, List<Op> ops, Play play) {
    Throwable failure = failure(ops, play);
    if (failure == null) {
      return;
    }
    List<Op> shortest = ops;
    int runs = 0;
    boolean shorter = true;
    while (shorter && runs < MOST_RUNS) {
      shorter = false;
      for (int i = shortest.size() - 1; i >= 0 && runs < MOST_RUNS; i--) {
        List<Op> candidate = new ArrayList<>(shortest);
        candidate.remove(i);
        runs++;
        Throwable again = failure(candidate, play);
        if (again != null) {
          shortest = candidate;
          failure = again;
          shorter = true;
        }
      }
    }
    throw new AssertionError(
        failure.getMessage() + "\n  history: " + shortest + "\n  case: " + example, failure);
  }

  private static @org.jspecify.annotations.Nullable Throwable failure(List<Op> ops, Play play) {
    try {
      play.run(ops);
      return null;
    } catch (Throwable e) {
      return e;
    }
  }
}

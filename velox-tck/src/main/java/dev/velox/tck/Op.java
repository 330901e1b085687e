package dev.velox.tck;

import java.util.ArrayList;
import java.util.List;

/** One step of a history. Lengths are relative, so that any part of a history is a history. */
sealed interface Op {

  /** Appends rows. */
  record Append(int rows) implements Op {}

  /** Appends rows and attends with each. */
  record Extend(int rows) implements Op {}

  /** Keeps so many thousandths of the rows, less {@code back} rows. */
  record Trim(int thousandths, int back) implements Op {
    int of(int length) {
      return Math.clamp((long) length * thousandths / 1000 - back, 0, length);
    }
  }

  /**
   * Goes on with a fork.
   *
   * @param closeParent whether the parent is closed at once or kept to the end
   */
  record Fork(boolean closeParent) implements Op {}

  /**
   * A history that codes at least {@code blocks} blocks at some time and then mixes all steps.
   *
   * @param exactRows sinks, window and fit rows: rows that come before the first block
   */
  static List<Op> history(Dice dice, int exactRows, int blocks, int steps) {
    List<Op> ops = new ArrayList<>();
    int need = exactRows + 64 * blocks + 1;
    while (need > 0) {
      int rows = rows(dice);
      ops.add(dice.oneIn(3) ? new Extend(rows) : new Append(rows));
      need -= rows;
    }
    for (int i = 0; i < steps; i++) {
      switch (dice.below(8)) {
        case 0, 1 -> ops.add(new Append(rows(dice)));
        case 2 -> ops.add(new Extend(rows(dice)));
        case 3 -> ops.add(new Trim(1000, dice.of(0, 1, 2, 63, 64, 65)));
        case 4 -> ops.add(new Trim(dice.between(300, 1000), 0));
        case 5 -> ops.add(new Trim(dice.of(0, 5, 500, 950), dice.below(3)));
        case 6 -> ops.add(new Fork(dice.oneIn(2)));
        default -> ops.add(new Append(1));
      }
    }
    return ops;
  }

  private static int rows(Dice dice) {
    return switch (dice.below(3)) {
      case 0 -> dice.of(0, 1, 2, 63, 64, 65, 127, 128, 129);
      case 1 -> dice.between(0, 30);
      default -> dice.between(0, 200);
    };
  }
}

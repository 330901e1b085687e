package dev.velox.skvq;

import java.util.ArrayList;
import java.util.List;

/**
 * The factors by which the range of a group may be shrunk, in the order they are tried; the first
 * of equals wins.
 *
 * @param factors each in (0, 1]; with more than one, the first is 1
 */
record ClipGrid(List<Double> factors) {

  ClipGrid {
    factors = List.copyOf(factors);
  }

  /** A search over 1 and the factors given. */
  static ClipGrid searched(List<Double> factors) {
    List<Double> all = new ArrayList<>(List.of(1.0));
    factors.stream().filter(f -> f != 1.0).distinct().forEach(all::add);
    return new ClipGrid(all);
  }

  /** One factor for every group. */
  static ClipGrid fixed(double factor) {
    return new ClipGrid(List.of(factor));
  }
}

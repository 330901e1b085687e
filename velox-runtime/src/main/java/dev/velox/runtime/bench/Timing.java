package dev.velox.runtime.bench;

import java.util.Arrays;

/**
 * The samples of one arm, in ns an item.
 *
 * @param min the least
 * @param p20 the 20th percentile: what the arm takes when nothing disturbs it
 * @param median the median
 * @param samples how many
 */
public record Timing(double min, double p20, double median, int samples) {

  static Timing of(double[] ns) {
    double[] sorted = ns.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return new Timing(sorted[0], sorted[n / 5], sorted[n / 2], n);
  }
}

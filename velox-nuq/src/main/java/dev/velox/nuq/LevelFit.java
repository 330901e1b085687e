package dev.velox.nuq;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a datatype that fit samples best, by Lloyd's algorithm. Working memory of one fit
 * after another; the same bits on every path, for it is scalar.
 */
final class LevelFit {
  /*
   * Lloyd (1982): give each sample to the nearest level, move each level to the mean of its samples,
   * repeat; the squared error never rises. In one dimension the samples of a level are a run of the
   * sorted samples, so with sums of prefixes a sweep costs one search for each boundary.
   *
   * Where it ends depends on where it starts. Panter and Dite (1951): for many levels the best
   * density of levels goes with the cube root of the density of the data. On 512 samples with heavy
   * tails a fit of 16 levels from there ends a third below one from even quantiles, in a quarter of
   * the sweeps.
   *
   * A prior draws each level to a given place as if `strength` more samples lay there: the mean of a
   * cell with few samples is noise.
   */

  /** Most sweeps of a fit that runs until nothing moves. */
  static final int MOST_SWEEPS = 1000;

  /** Above so many levels a second start is not worth its time. */
  private static final int TWO_STARTS = 16;

  private final SortedSamples samples;
  private final int levels;
  private final double[] level;
  private final double[] best;
  private final int[] ends;
  private final double[] none;
  private double[] prior;
  private double strength;

  /**
   * Room for fits.
   *
   * @param levels levels of a datatype, at least 2
   * @param most samples of the largest fit
   */
  LevelFit(int levels, int most) {
    this.samples = new SortedSamples(most);
    this.levels = levels;
    this.level = new double[levels];
    this.best = new double[levels];
    this.ends = new int[levels + 1];
    this.none = new double[levels];
    this.prior = none;
  }

  /**
   * Takes the samples to fit.
   *
   * @param x finite samples; sorted in place
   * @param o the first
   * @param n how many, at least 1
   * @param weights one a sample from the same place on, or null for equal ones; moved with them
   */
  void take(float[] x, int o, int n, float @Nullable [] weights) {
    samples.take(x, o, n, weights);
    withoutPrior();
    ends[levels] = n;
  }

  /** Fits without prior. */
  void withoutPrior() {
    prior = none;
    strength = 0;
  }

  /**
   * Draws levels to places, in the fits of these samples.
   *
   * @param places ascending, one a level
   * @param samplesWorth how many samples a place is worth, 0 or more
   */
  void withPrior(double[] places, double samplesWorth) {
    prior = places;
    strength = samplesWorth;
  }

  /**
   * Fits the levels.
   *
   * @param sweeps how many, from the quantiles of the samples; 0: from better starts, until nothing
   *     moves
   */
  void fit(int sweeps) {
    if (samples.distinct(level)) {
      return;
    }
    if (sweeps > 0) {
      startAtQuantiles();
      run(sweeps);
      return;
    }
    startAtDensity();
    run(MOST_SWEEPS);
    if (levels > TWO_STARTS) {
      return;
    }
    double ended = distortion();
    System.arraycopy(level, 0, best, 0, levels);
    if (strength > 0) {
      startAt(prior);
    } else {
      startAtQuantiles();
    }
    run(MOST_SWEEPS);
    if (distortion() > ended) {
      System.arraycopy(best, 0, level, 0, levels);
    }
  }

  private void run(int most) {
    sweep();
    for (int i = 1; i < most && sweep(); i++) {}
  }

  /** Starts at evenly spaced quantiles of the samples. */
  void startAtQuantiles() {
    for (int j = 0; j < levels; j++) {
      level[j] = samples.at((int) Math.rint((j + 0.5) / levels * (samples.count() - 1)));
    }
    Arrays.fill(ends, 0, levels, 0);
  }

  /** Starts at evenly spaced quantiles of the cube root of the density, from 4 gaps a level. */
  void startAtDensity() {
    int last = samples.count() - 1;
    int gaps = Math.min(last, 4 * levels);
    double whole = 0;
    for (int g = 0; g < gaps; g++) {
      whole += share(g, gaps, last);
    }
    double before = 0;
    double within = share(0, gaps, last);
    int gap = 0;
    for (int j = 0; j < levels; j++) {
      double target = (j + 0.5) / levels * whole;
      while (gap < gaps - 1 && before + within < target) {
        before += within;
        within = share(++gap, gaps, last);
      }
      double low = samples.at(place(gap, gaps, last));
      double high = samples.at(place(gap + 1, gaps, last));
      double part = within > 0 ? Math.clamp((target - before) / within, 0, 1) : 0;
      level[j] = low + (high - low) * part;
    }
    Arrays.fill(ends, 0, levels, 0);
  }

  private static int place(int gap, int gaps, int last) {
    return gaps == 0 ? 0 : (int) ((long) gap * last / gaps);
  }

  /** The integral of density^(1/3) over a gap: (weight / width)^(1/3) times width. */
  private double share(int gap, int gaps, int last) {
    int from = place(gap, gaps, last);
    int to = place(gap + 1, gaps, last);
    double width = samples.at(to) - samples.at(from);
    return StrictMath.cbrt(samples.weight(from, to) * width * width);
  }

  /** Starts at given levels, ascending. */
  void startAt(double[] places) {
    System.arraycopy(places, 0, level, 0, levels);
    Arrays.fill(ends, 0, levels, 0);
  }

  /**
   * Gives every sample to its nearest level, the lower one of two, and moves each level to the mean
   * of its samples; one without samples stays.
   *
   * @return whether any sample changed its level
   */
  boolean sweep() {
    boolean moved = assign();
    for (int j = 0; j < levels; j++) {
      double weight = samples.weight(ends[j], ends[j + 1]) + strength;
      if (weight > 0) {
        level[j] = (samples.sum(ends[j], ends[j + 1]) + strength * prior[j]) / weight;
      }
    }
    sort();
    return moved;
  }

  private boolean assign() {
    boolean moved = false;
    for (int j = 1; j < levels; j++) {
      int end = samples.end((level[j - 1] + level[j]) / 2, ends[j]);
      moved |= end != ends[j];
      ends[j] = end;
    }
    return moved;
  }

  /** Levels leave their order only where a prior pulls them past each other. */
  private void sort() {
    for (int j = 1; j < levels; j++) {
      double moving = level[j];
      int at = j;
      for (; at > 0 && level[at - 1] > moving; at--) {
        level[at] = level[at - 1];
      }
      level[at] = moving;
    }
  }

  /**
   * The weighted squared error of the levels, each sample at its nearest; with a prior, its part
   * included.
   *
   * @return a sum over samples
   */
  double distortion() {
    assign();
    double sum = samples.squares();
    for (int j = 0; j < levels; j++) {
      double x = level[j];
      double weight = samples.weight(ends[j], ends[j + 1]);
      sum += x * (x * weight - 2 * samples.sum(ends[j], ends[j + 1]));
      sum += strength * (x - prior[j]) * (x - prior[j]);
    }
    return sum;
  }

  /**
   * One of the levels, as a number near the samples: its distance from {@link #origin}.
   *
   * @param index 0 is the lowest
   */
  double offset(int index) {
    return level[index];
  }

  /** What levels and priors are counted from: the median of the samples. */
  double origin() {
    return samples.origin();
  }

  /**
   * One of the levels.
   *
   * @param index 0 is the lowest
   * @return the level, not yet rounded
   */
  double level(int index) {
    return samples.origin() + level[index];
  }
}

package dev.velox.runtime.inspect;

import dev.velox.api.Role;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the rows of one head look like, sinks left out, keys with their rotation undone.
 *
 * @param layer the layer's place in the model
 * @param role keys or values
 * @param head kv head
 * @param bias length of the mean row over the root mean square length of what is left of a row
 *     without it: 1 is a mean as large as all that changes
 * @param channelRatio the widest channel's standard deviation over the median channel's
 * @param kurtosis mean over channels; 3 for a normal, large for heavy tails
 * @param norm median length of a row
 * @param normRatio the longest row's length over the median
 * @param biased channels whose mean is at least {@value #BIASED} times the median deviation
 * @param loud other channels whose deviation is at least {@value #LOUD} times the median
 */
public record HeadStats(
    int layer,
    Role role,
    int head,
    double bias,
    double channelRatio,
    double kurtosis,
    double norm,
    double normRatio,
    List<Integer> biased,
    List<Integer> loud) {
  /** From here on a channel's constant is named. */
  public static final double BIASED = 16;

  /** A constant is at least so many times its own channel's deviation. */
  private static final double STEADY = 3;

  /** From here on a channel's deviation is named. */
  public static final double LOUD = 6;

  /** From here on tails are heavy. */
  public static final double HEAVY = 12;

  /** Keeps its own lists. */
  public HeadStats {
    biased = List.copyOf(biased);
    loud = List.copyOf(loud);
  }

  static HeadStats of(KvSample sample, KvSample.Layer layer, Role role, int head, int sinks) {
    Deviations d = Deviations.of(sample, layer, role, head, sinks);
    double[] deviation = Arrays.stream(d.variance).map(Math::sqrt).toArray();
    double usual = median(deviation);
    List<Integer> biased = new ArrayList<>();
    List<Integer> loud = new ArrayList<>();
    double power = 0;
    for (int c = 0; c < d.dim; c++) {
      power += d.mean[c] * d.mean[c];
      double constant = Math.abs(d.mean[c]);
      if (constant > 0 && constant >= BIASED * usual && constant >= STEADY * deviation[c]) {
        biased.add(c);
      } else if (deviation[c] > 0 && deviation[c] >= LOUD * usual) {
        loud.add(c);
      }
    }
    double widest = Arrays.stream(deviation).max().orElse(0);
    double[] norms = norms(d);
    double norm = median(norms);
    return new HeadStats(
        layer.index(),
        role,
        head,
        ratio(Math.sqrt(power), Math.sqrt(d.spread())),
        ratio(widest, usual),
        d.kurtosis(),
        norm,
        ratio(Arrays.stream(norms).max().orElse(0), norm),
        biased,
        loud);
  }

  private static double ratio(double a, double b) {
    return a == 0 ? 0 : a / Math.max(b, Double.MIN_NORMAL);
  }

  static double[] norms(Deviations d) {
    double[] norms = new double[d.count];
    for (int i = 0; i < d.rows.length; i++) {
      norms[i / d.dim] += (double) d.rows[i] * d.rows[i];
    }
    return Arrays.stream(norms).map(Math::sqrt).toArray();
  }

  static double median(double[] x) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? 0 : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}

package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.api.Role;
import dev.velox.cache.CompressedTensor;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;
import dev.velox.cli.report.Chart;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Where {@code kvquant} puts its levels in one channel of real values, beside evenly spaced ones:
 * the levels are read off what its codes decode to.
 */
final class LevelPlacement {
  private static final String ID = "kvquant";
  private static final int BITS = 3;
  private static final int BINS = 40;

  private LevelPlacement() {}

  static Optional<Chart> chart(KvCaches caches, KvSample sample) {
    if (!caches.methods().ids().contains(ID)) {
      return Optional.empty();
    }
    int dim = sample.shape().headDim();
    int tokens = sample.tokens();
    KvSample.Layer layer = sample.layers().get(sample.layers().size() / 2);
    float[] head = Arrays.copyOf(layer.values(), tokens * dim);
    CacheSpec spec =
        CacheSpec.parse(ID + ":bits=" + BITS + ",outlier-fraction=0,fit-tokens=0;center=off");
    float[] decoded;
    try (KvQuantizer quantizer = caches.quantizer(dim, spec, sample.attention());
        CompressedTensor codes = quantizer.compress(Role.KEYS, head, tokens, dim)) {
      decoded = codes.decompress();
    }
    int channel = heaviest(head, tokens, dim);
    double[] x = column(head, channel, tokens, dim);
    TreeSet<Double> levels = new TreeSet<>();
    Arrays.stream(column(decoded, channel, tokens, dim)).forEach(levels::add);
    return Optional.of(chart(layer.index(), channel, x, levels));
  }

  private static double[] column(float[] rows, int channel, int tokens, int dim) {
    double[] x = new double[tokens];
    for (int t = 0; t < tokens; t++) {
      x[t] = rows[t * dim + channel];
    }
    return x;
  }

  /** The channel of the greatest fourth moment over squared variance. */
  private static int heaviest(float[] rows, int tokens, int dim) {
    int best = 0;
    double most = 0;
    for (int c = 0; c < dim; c++) {
      double[] x = column(rows, c, tokens, dim);
      double mean = Arrays.stream(x).average().orElse(0);
      double variance = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElse(0);
      double fourth = Arrays.stream(x).map(v -> Math.pow(v - mean, 4)).average().orElse(0);
      double kurtosis = variance > 0 ? fourth / (variance * variance) : 0;
      if (kurtosis > most) {
        most = kurtosis;
        best = c;
      }
    }
    return best;
  }

  private static Chart chart(int layer, int channel, double[] x, TreeSet<Double> levels) {
    double low = Arrays.stream(x).min().orElse(0);
    double high = Arrays.stream(x).max().orElse(1);
    double width = (high - low) / BINS;
    double[] counts = new double[BINS];
    for (double v : x) {
      counts[Math.min(BINS - 1, (int) ((v - low) / width))]++;
    }
    double top = Arrays.stream(counts).max().orElse(1);
    List<double[]> histogram = new ArrayList<>();
    for (int i = 0; i < BINS; i++) {
      histogram.add(new double[] {low + (i + 0.5) * width, counts[i]});
    }
    List<double[]> fitted = new ArrayList<>();
    levels.forEach(level -> fitted.add(new double[] {level, -0.05 * top}));
    List<double[]> even = new ArrayList<>();
    int n = 1 << BITS;
    for (int i = 0; i < n; i++) {
      even.add(new double[] {low + (high - low) * i / (n - 1), -0.11 * top});
    }
    return new Chart(
        "Where kvquant puts its levels",
        "The channel with the heaviest tails in layer "
            + layer
            + " (values, head 0, channel "
            + channel
            + "): fitted levels gather where the numbers are, evenly spaced ones cover the range.",
        Chart.Kind.LINE,
        new Chart.Axis("number", false),
        new Chart.Axis("how often", false),
        List.of(),
        List.of(
            new Chart.Series("numbers of the channel", Chart.Style.FILLED, histogram),
            new Chart.Series("levels of kvquant:bits=3", Chart.Style.MARKS, fitted),
            new Chart.Series("evenly spaced levels", Chart.Style.MARKS, even)));
  }
}

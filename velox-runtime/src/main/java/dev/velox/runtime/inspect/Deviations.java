package dev.velox.runtime.inspect;

import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.kernels.track.RopeTable;
import dev.velox.runtime.KvSample;
import java.util.Optional;

/**
 * One head's rows in the frame where a constant is a constant (keys with their rotation undone),
 * and their mean and variance by channel. Sinks are left out: caches keep them exact.
 */
final class Deviations {
  final int count;
  final int dim;
  final double[] mean;
  final double[] variance;
  final float[] rows;

  private Deviations(int count, int dim) {
    this.count = count;
    this.dim = dim;
    this.mean = new double[dim];
    this.variance = new double[dim];
    this.rows = new float[count * dim];
  }

  /** The rows of a head, the first {@code sinks} left out. */
  static Deviations of(KvSample sample, KvSample.Layer layer, Role role, int head, int sinks) {
    int dim = sample.shape().headDim();
    Deviations d = new Deviations(sample.tokens() - sinks, dim);
    float[] all = role == Role.KEYS ? layer.keys() : layer.values();
    System.arraycopy(all, (head * sample.tokens() + sinks) * dim, d.rows, 0, d.rows.length);
    Optional<Rope> rope = role == Role.KEYS ? sample.attention().rope() : Optional.empty();
    if (rope.isPresent()) {
      RopeTable table = RopeTable.of(rope.get());
      for (int t = 0; t < d.count; t++) {
        table.unrotate(sinks + t, d.rows, t * dim);
      }
    }
    d.sum();
    return d;
  }

  private void sum() {
    for (int i = 0; i < rows.length; i++) {
      mean[i % dim] += rows[i];
    }
    for (int c = 0; c < dim; c++) {
      mean[c] /= count;
    }
    for (int i = 0; i < rows.length; i++) {
      double deviation = rows[i] - mean[i % dim];
      variance[i % dim] += deviation * deviation;
    }
    for (int c = 0; c < dim; c++) {
      variance[c] /= count;
    }
  }

  /** Sum over channels of the variance. */
  double spread() {
    double sum = 0;
    for (double v : variance) {
      sum += v;
    }
    return sum;
  }

  /** Fourth moment over squared variance, the mean over channels that move; 3 for a normal. */
  double kurtosis() {
    double[] fourth = new double[dim];
    for (int i = 0; i < rows.length; i++) {
      double squared = (rows[i] - mean[i % dim]) * (rows[i] - mean[i % dim]);
      fourth[i % dim] += squared * squared;
    }
    double sum = 0;
    int moving = 0;
    for (int c = 0; c < dim; c++) {
      if (variance[c] > 0) {
        sum += fourth[c] / count / (variance[c] * variance[c]);
        moving++;
      }
    }
    return moving == 0 ? 0 : sum / moving;
  }
}

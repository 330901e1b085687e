package dev.velox.runtime.inspect;

import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.cache.CompressedTensor;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What the codes of a cache lose of one layer's rows, every row but the sinks coded.
 *
 * @param layer the layer's place in the model
 * @param keys squared error of keys over their variance about the un-rotated mean
 * @param values squared error of values over their variance
 * @param attention squared error of the last queries' outputs over their squares; 0 where none is
 *     known
 */
public record CodingLoss(int layer, double keys, double values, double attention) {

  /**
   * Codes every layer of a sample with the methods of a cache and decodes it.
   *
   * @param caches where methods come from
   * @param spec the cache
   * @param sample rows, more than a method's first rows
   * @return one entry a layer
   */
  public static List<CodingLoss> of(KvCaches caches, CacheSpec spec, KvSample sample) {
    List<CodingLoss> losses = new ArrayList<>();
    for (KvSample.Layer layer : sample.layers()) {
      CacheSpec here = only(spec, layer.index());
      try (KvQuantizer quantizer =
          caches.quantizer(sample.shape().headDim(), here, sample.attention())) {
        losses.add(of(quantizer, sample, layer));
      }
    }
    return losses;
  }

  /**
   * The mean of many layers.
   *
   * @param losses at least one
   * @return their mean, of layer -1
   */
  public static CodingLoss mean(List<CodingLoss> losses) {
    return new CodingLoss(
        -1,
        losses.stream().mapToDouble(CodingLoss::keys).average().orElse(0),
        losses.stream().mapToDouble(CodingLoss::values).average().orElse(0),
        losses.stream().mapToDouble(CodingLoss::attention).average().orElse(0));
  }

  private static CacheSpec only(CacheSpec spec, int layer) {
    return new CacheSpec(
        spec.methods(layer),
        List.of(),
        OptionalInt.of(0),
        OptionalInt.of(0),
        spec.center(),
        spec.exact(),
        spec.precision());
  }

  private static CodingLoss of(KvQuantizer quantizer, KvSample sample, KvSample.Layer layer) {
    float[] keys = coded(quantizer, sample, Role.KEYS, layer.keys());
    float[] values = coded(quantizer, sample, Role.VALUES, layer.values());
    double attention = 0;
    if (sample.queryTokens() > 0) {
      float[] exact = AttentionOutputs.of(sample, layer, layer.keys(), layer.values());
      float[] out = AttentionOutputs.of(sample, layer, keys, values);
      attention = squares(exact, out) / squares(exact, new float[exact.length]);
    }
    return new CodingLoss(
        layer.index(),
        relative(sample, layer, Role.KEYS, layer.keys(), keys),
        relative(sample, layer, Role.VALUES, layer.values(), values),
        attention);
  }

  /** All rows decoded, the first few as they were. */
  private static float[] coded(KvQuantizer quantizer, KvSample sample, Role role, float[] rows) {
    if (rows.length == 0) {
      return rows;
    }
    KvShape shape = sample.shape();
    int skipped = Inspection.SKIPPED * shape.headDim();
    int head = sample.tokens() * shape.headDim();
    float[] body = new float[(head - skipped) * shape.kvHeads()];
    for (int h = 0; h < shape.kvHeads(); h++) {
      System.arraycopy(rows, h * head + skipped, body, h * (head - skipped), head - skipped);
    }
    int tokens = sample.tokens() - Inspection.SKIPPED;
    float[] decoded;
    try (CompressedTensor codes =
        quantizer.compress(role, body, 1, shape.kvHeads(), tokens, shape.headDim())) {
      decoded = codes.decompress();
    }
    float[] all = rows.clone();
    for (int h = 0; h < shape.kvHeads(); h++) {
      System.arraycopy(decoded, h * (head - skipped), all, h * head + skipped, head - skipped);
    }
    return all;
  }

  private static double relative(
      KvSample sample, KvSample.Layer layer, Role role, float[] rows, float[] coded) {
    if (rows.length == 0) {
      return 0;
    }
    double spread = 0;
    for (int h = 0; h < sample.shape().kvHeads(); h++) {
      Deviations d = Deviations.of(sample, layer, role, h, Inspection.SKIPPED);
      spread += d.spread() * d.count;
    }
    return spread == 0 ? 0 : squares(rows, coded) / spread;
  }

  private static double squares(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double d = (double) a[i] - b[i];
      sum += d * d;
    }
    return sum;
  }
}

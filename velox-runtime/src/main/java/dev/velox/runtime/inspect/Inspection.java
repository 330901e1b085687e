package dev.velox.runtime.inspect;

import dev.velox.api.Role;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the rows of a sample look like, layer by layer and head by head.
 *
 * @param sample where it comes from
 * @param tokens tokens looked at
 * @param heads one entry a layer, role and head
 * @param sinks positions that draw attention, or stand out in length, among the first
 * @param findings what stands out
 */
public record Inspection(
    String sample, int tokens, List<HeadStats> heads, List<Sink> sinks, List<Finding> findings) {
  /** Leading rows left out of every figure: caches keep sinks exact. */
  public static final int SKIPPED = 4;

  /** A layer this many times longer than the median layer is an outlier. */
  private static final double OUTLIER = 8;

  /** Keeps its own lists. */
  public Inspection {
    heads = List.copyOf(heads);
    sinks = List.copyOf(sinks);
    findings = List.copyOf(findings);
  }

  /**
   * Looks at a sample.
   *
   * @param sample at least 8 tokens
   * @return what it looks like
   */
  public static Inspection of(KvSample sample) {
    int skipped = Math.min(SKIPPED, sample.tokens() / 2);
    List<HeadStats> heads = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (Role role : List.of(Role.KEYS, Role.VALUES)) {
      List<HeadStats> ofRole = new ArrayList<>();
      for (KvSample.Layer layer : sample.layers()) {
        boolean known = (role == Role.KEYS ? layer.keys() : layer.values()).length > 0;
        for (int h = 0; known && h < sample.shape().kvHeads(); h++) {
          ofRole.add(HeadStats.of(sample, layer, role, h, skipped));
        }
      }
      ofRole.forEach(head -> find(head, findings));
      outliers(ofRole, findings);
      heads.addAll(ofRole);
    }
    return new Inspection(sample.name(), sample.tokens(), heads, Sinks.of(sample), findings);
  }

  private static void find(HeadStats head, List<Finding> findings) {
    if (!head.biased().isEmpty()) {
      findings.add(finding(Finding.Kind.BIASED_CHANNELS, head, head.biased(), head.bias()));
    }
    if (!head.loud().isEmpty()) {
      findings.add(finding(Finding.Kind.LOUD_CHANNELS, head, head.loud(), head.channelRatio()));
    }
    if (head.kurtosis() >= HeadStats.HEAVY) {
      findings.add(finding(Finding.Kind.HEAVY_TAILS, head, List.of(), head.kurtosis()));
    }
  }

  private static Finding finding(
      Finding.Kind kind, HeadStats head, List<Integer> channels, double size) {
    return new Finding(kind, head.layer(), head.role(), head.head(), channels, size);
  }

  private static void outliers(List<HeadStats> heads, List<Finding> findings) {
    List<Integer> layers = heads.stream().map(HeadStats::layer).distinct().toList();
    double[] norms = layers.stream().mapToDouble(i -> norm(heads, i)).toArray();
    double usual = HeadStats.median(norms);
    for (int i = 0; i < norms.length; i++) {
      if (norms[i] >= OUTLIER * usual && usual > 0) {
        Role role = heads.getFirst().role();
        findings.add(
            new Finding(
                Finding.Kind.OUTLIER_LAYER, layers.get(i), role, -1, List.of(), norms[i] / usual));
      }
    }
  }

  private static double norm(List<HeadStats> heads, int layer) {
    double[] norms =
        heads.stream().filter(h -> h.layer() == layer).mapToDouble(HeadStats::norm).toArray();
    return Arrays.stream(norms).average().orElse(0);
  }
}

package dev.velox.runtime.inspect;

import dev.velox.api.Role;
import dev.velox.runtime.KvSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds attention sinks: early positions that late queries look at far more than their share (Xiao
 * et al., StreamingLLM, arXiv:2309.17453), or, where no query is known, whose values are far
 * shorter or keys far longer than others.
 */
final class Sinks {
  /** Sinks are looked for among so many positions. */
  private static final int EARLY = 16;

  private static final double SHARE = 0.02;
  private static final double SHORT = 0.25;
  private static final double LONG = 4;

  private Sinks() {}

  static List<Sink> of(KvSample sample) {
    int early = Math.min(EARLY, sample.tokens() / 4);
    return sample.queryTokens() > 0 ? byAttention(sample, early) : byLength(sample, early);
  }

  private static List<Sink> byAttention(KvSample sample, int early) {
    double[] mass = new double[sample.tokens()];
    for (KvSample.Layer layer : sample.layers()) {
      AttentionOutputs.addMass(sample, layer, mass);
    }
    double all = Arrays.stream(mass).sum();
    List<Sink> sinks = new ArrayList<>();
    for (int p = 0; p < early; p++) {
      if (mass[p] >= SHARE * all) {
        sinks.add(new Sink(p, mass[p] / all));
      }
    }
    return sinks;
  }

  private static List<Sink> byLength(KvSample sample, int early) {
    List<Sink> sinks = new ArrayList<>();
    for (int p = 0; p < early; p++) {
      if (standsOut(sample, Role.VALUES, p) || standsOut(sample, Role.KEYS, p)) {
        sinks.add(new Sink(p, 0));
      }
    }
    return sinks;
  }

  private static boolean standsOut(KvSample sample, Role role, int position) {
    int heads = 0;
    int out = 0;
    for (KvSample.Layer layer : sample.layers()) {
      boolean known = (role == Role.KEYS ? layer.keys() : layer.values()).length > 0;
      for (int h = 0; known && h < sample.shape().kvHeads(); h++) {
        double[] norms = HeadStats.norms(Deviations.of(sample, layer, role, h, 0));
        double usual = HeadStats.median(norms);
        heads++;
        boolean stands =
            role == Role.KEYS ? norms[position] > LONG * usual : norms[position] < SHORT * usual;
        out += stands ? 1 : 0;
      }
    }
    return heads > 0 && 2 * out >= heads;
  }
}

package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** How the kernels of weights are tried. */
final class WeightTwins {
  private WeightTwins() {}

  static List<Twin> all() {
    return List.of(
        new Twin("weights.scaleWeights", true, WeightTwins::scale),
        new Twin("weights.weigh", true, WeightTwins::weigh),
        new Twin("weights.weighHalves", true, WeightTwins::weighHalves));
  }

  private static MemorySegment halves(Trial t, int n) {
    return t.rows(
        n, 2, (x, xo, m, at, count) -> Kernels.scalar().rows().storeF16(x, xo, m, at, count));
  }

  private static void scale(Kernels k, Trial t) {
    int o = t.offset;
    float[] w = t.floats(t.n);
    MemorySegment s = halves(t, t.n);
    t.result(k.weights().scaleWeights(s, o, w, o, t.n, t.floatsOut(t.n), o));
  }

  private static void weigh(Kernels k, Trial t) {
    int o = t.offset;
    float anchor = t.draw(2) * 7.5f;
    float[] out = t.floatsOut(64);
    float[] steps = t.floats(128);
    t.result(
        k.weights().weigh(steps, o, o + 64, anchor, t.floats(64), o, out, o, t.floatsInOut(1), o));
  }

  private static void weighHalves(Kernels k, Trial t) {
    int o = t.offset;
    int n = t.n;
    float[] sums = t.floatsInOut(2 * n + WeightKernels.LANES);
    MemorySegment m = halves(t, 2 * n);
    float anchor = t.floats(1)[o];
    t.result(
        k.weights()
            .weighHalves(m, o, o + 2L * n, anchor, t.floats(n), o, n, sums, o, o + n, o + 2 * n));
  }
}

package dev.velox.simd;

import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/**
 * Turns sums of upper and lower table halves into scores: {@code fma(128 * upper + lower, step,
 * bias)}.
 */
final class WideScores {
  private WideScores() {}

  static void store(
      ShortVector all,
      ShortVector high,
      ShortVector fineAll,
      ShortVector fineHigh,
      float step,
      float bias,
      float[] scores,
      int so) {
    ShortVector eight = Wide.eight();
    ShortVector low = all.sub(high.lanewise(LSHL, eight));
    ShortVector fineLow = fineAll.sub(fineHigh.lanewise(LSHL, eight));
    store(low, fineLow, 0, step, bias, scores, so);
    store(low, fineLow, 1, step, bias, scores, so + 16);
    store(high, fineHigh, 0, step, bias, scores, so + 32);
    store(high, fineHigh, 1, step, bias, scores, so + 48);
  }

  private static void store(
      ShortVector upper,
      ShortVector lower,
      int half,
      float step,
      float bias,
      float[] scores,
      int so) {
    FloatVector sum = Wide.floats(upper, half).mul(128f).add(Wide.floats(lower, half));
    sum.fma(FloatVector.broadcast(Wide.F, step), FloatVector.broadcast(Wide.F, bias))
        .intoArray(scores, so);
  }
}

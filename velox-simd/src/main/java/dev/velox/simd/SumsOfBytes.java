package dev.velox.simd;

import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/** Adds integer sums of 64 channels, turned into floats, to the running sums. */
final class SumsOfBytes {
  private SumsOfBytes() {}

  /** From whole 16-bit lanes and their upper bytes. */
  static void add(
      ShortVector all, ShortVector high, float worth, float zero, float[] sums, int so) {
    addLanes(all.sub(high.lanewise(LSHL, Wide.eight())), high, worth, zero, sums, so);
  }

  /** From sums of channels 0..31 and 32..63. */
  static void addLanes(
      ShortVector low, ShortVector high, float worth, float zero, float[] sums, int so) {
    FloatVector scale = FloatVector.broadcast(Wide.F, worth);
    FloatVector bias = FloatVector.broadcast(Wide.F, zero);
    Wide.floats(low, 0).fma(scale, bias).add(at(sums, so)).intoArray(sums, so);
    Wide.floats(low, 1).fma(scale, bias).add(at(sums, so + 16)).intoArray(sums, so + 16);
    Wide.floats(high, 0).fma(scale, bias).add(at(sums, so + 32)).intoArray(sums, so + 32);
    Wide.floats(high, 1).fma(scale, bias).add(at(sums, so + 48)).intoArray(sums, so + 48);
  }

  private static FloatVector at(float[] sums, int so) {
    return FloatVector.fromArray(Wide.F, sums, so);
  }
}

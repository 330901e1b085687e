package dev.velox.simd;

import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;

/**
 * Sums of 64 tokens as scores. The scans leave their 16-bit sums where the scores go, 32 in the
 * bits of 16 floats: tokens 0 to 31, then 32 to 63, and with wide entries the lower halves behind
 * them.
 */
final class KeySums {
  private KeySums() {}

  static void narrow(float[] scores, int so, float step, float bias) {
    ShortVector low = FloatVector.fromArray(Wide.F, scores, so).reinterpretAsShorts();
    ShortVector high = FloatVector.fromArray(Wide.F, scores, so + 16).reinterpretAsShorts();
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
  }

  static void wide(float[] scores, int so, float step, float bias) {
    ShortVector low = FloatVector.fromArray(Wide.F, scores, so).reinterpretAsShorts();
    ShortVector high = FloatVector.fromArray(Wide.F, scores, so + 16).reinterpretAsShorts();
    ShortVector fineLow = FloatVector.fromArray(Wide.F, scores, so + 32).reinterpretAsShorts();
    ShortVector fineHigh = FloatVector.fromArray(Wide.F, scores, so + 48).reinterpretAsShorts();
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineLow.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so);
    ((FloatVector) low.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineLow.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineHigh.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector) high.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0))
        .mul(128f)
        .add(
            ((FloatVector)
                fineHigh.convertShape(ZERO_EXTEND_S2I, Wide.I, 1).convertShape(I2F, Wide.F, 0)))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
  }
}

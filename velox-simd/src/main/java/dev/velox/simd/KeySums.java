package dev.velox.simd;

import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums of 64 tokens as scores. The scans leave their 16-bit sums where the scores go, 32 in the
 * bits of 16 floats: tokens 0 to 31, then 32 to 63, and with wide entries the lower halves behind
 * them. Read as in {@link SixteenBitSums}.
 */
final class KeySums {
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_256;

  private KeySums() {}

  static void narrow(float[] scores, int so, float step, float bias) {
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    // from the last to the first: the sums lie where the first scores go
    ((FloatVector)
            FloatVector.fromArray(HALF, scores, so + 24)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, Wide.I, 0)
                .convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
    ((FloatVector)
            FloatVector.fromArray(HALF, scores, so + 16)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, Wide.I, 0)
                .convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector)
            FloatVector.fromArray(HALF, scores, so + 8)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, Wide.I, 0)
                .convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector)
            FloatVector.fromArray(HALF, scores, so)
                .reinterpretAsShorts()
                .convertShape(ZERO_EXTEND_S2I, Wide.I, 0)
                .convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so);
  }

  static void wide(float[] scores, int so, float step, float bias) {
    // all are read before the first score overwrites one
    ShortVector c0 = FloatVector.fromArray(HALF, scores, so).reinterpretAsShorts();
    ShortVector f0 = FloatVector.fromArray(HALF, scores, so + 32).reinterpretAsShorts();
    ShortVector c1 = FloatVector.fromArray(HALF, scores, so + 8).reinterpretAsShorts();
    ShortVector f1 = FloatVector.fromArray(HALF, scores, so + 40).reinterpretAsShorts();
    ShortVector c2 = FloatVector.fromArray(HALF, scores, so + 16).reinterpretAsShorts();
    ShortVector f2 = FloatVector.fromArray(HALF, scores, so + 48).reinterpretAsShorts();
    ShortVector c3 = FloatVector.fromArray(HALF, scores, so + 24).reinterpretAsShorts();
    ShortVector f3 = FloatVector.fromArray(HALF, scores, so + 56).reinterpretAsShorts();
    FloatVector upper = FloatVector.broadcast(Wide.F, 128f);
    FloatVector scale = FloatVector.broadcast(Wide.F, step);
    FloatVector zero = FloatVector.broadcast(Wide.F, bias);
    ((FloatVector) c0.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(upper)
        .add((FloatVector) f0.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so);
    ((FloatVector) c1.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(upper)
        .add((FloatVector) f1.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 16);
    ((FloatVector) c2.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(upper)
        .add((FloatVector) f2.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 32);
    ((FloatVector) c3.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .mul(upper)
        .add((FloatVector) f3.convertShape(ZERO_EXTEND_S2I, Wide.I, 0).convertShape(I2F, Wide.F, 0))
        .fma(scale, zero)
        .intoArray(scores, so + 48);
  }
}

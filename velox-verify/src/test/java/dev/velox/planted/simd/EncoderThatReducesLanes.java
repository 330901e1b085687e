package dev.velox.planted.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** An encoder whose sum depends on the lane count. */
public final class EncoderThatReducesLanes {
  /**
   * A norm.
   *
   * @param x a vector
   * @return its squared norm
   */
  public float norm(FloatVector x) {
    return x.mul(x).reduceLanes(VectorOperators.ADD);
  }
}

package dev.velox.planted.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** A kernel whose sine differs from its scalar twin. */
public final class KernelWithLaneSine {
  /**
   * A sine.
   *
   * @param x angles
   * @return sines
   */
  public FloatVector sine(FloatVector x) {
    return x.lanewise(VectorOperators.SIN);
  }
}

package dev.velox.planted.kernels;

import jdk.incubator.vector.FloatVector;

/** A kernel that names the vector module outside its home. */
public final class KernelWithLanes {
  /** The lanes. */
  public int lanes = FloatVector.SPECIES_PREFERRED.length();
}

package dev.velox.kernels;

/** The number type of a weight matrix in memory. */
public enum WeightType {
  /** IEEE single precision. */
  F32(4),
  /** IEEE half precision. */
  F16(2),
  /** The upper half of a single-precision number. */
  BF16(2);

  private final int bytes;

  WeightType(int bytes) {
    this.bytes = bytes;
  }

  /**
   * The size of one number.
   *
   * @return bytes
   */
  public int bytes() {
    return bytes;
  }
}

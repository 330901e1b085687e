package dev.velox.runtime.weights;

import java.util.Arrays;
import java.util.stream.Collectors;

/** An element type of the safetensors format. */
public enum TensorType {
  /** One byte, 0 or 1. */
  BOOL(1),
  /** Unsigned byte. */
  U8(1),
  /** Signed byte. */
  I8(1),
  /** 8-bit float with 5 exponent bits. */
  F8_E5M2(1),
  /** 8-bit float with 4 exponent bits. */
  F8_E4M3(1),
  /** Signed 16-bit integer. */
  I16(2),
  /** Unsigned 16-bit integer. */
  U16(2),
  /** binary16. */
  F16(2),
  /** The upper half of a binary32. */
  BF16(2),
  /** Signed 32-bit integer. */
  I32(4),
  /** Unsigned 32-bit integer. */
  U32(4),
  /** binary32. */
  F32(4),
  /** binary64. */
  F64(8),
  /** Signed 64-bit integer. */
  I64(8),
  /** Unsigned 64-bit integer. */
  U64(8);

  private final int bytes;

  TensorType(int bytes) {
    this.bytes = bytes;
  }

  /**
   * Bytes an element.
   *
   * @return 1, 2, 4 or 8
   */
  public int bytes() {
    return bytes;
  }

  /**
   * Whether weights may have this type.
   *
   * @return true for F32, F16 and BF16
   */
  public boolean isWeight() {
    return this == F32 || this == F16 || this == BF16;
  }

  static String names() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }
}

package dev.velox.kernels.layout;

/**
 * Where a byte lies in a row of at most 64: the first half in the even bytes, the second half in
 * the odd ones, so that sums in 16-bit lanes come apart into two runs in order.
 */
final class Slots {
  /** Bytes of a full row. */
  static final int ROW = 64;

  private Slots() {}

  /** The byte of a token in a row of 64. */
  static int of(int token) {
    return of(token, ROW);
  }

  /** The byte of element {@code i} in a row of {@code width}. */
  static int of(int i, int width) {
    int half = (width + 1) >> 1;
    return i < half ? 2 * i : 2 * (i - half) + 1;
  }

  /** Channels of the row that begins with a channel: 64, or what is left. */
  static int width(int dim, int first) {
    return Math.min(ROW, dim - first);
  }
}

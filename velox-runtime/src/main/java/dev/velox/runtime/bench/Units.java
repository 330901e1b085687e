package dev.velox.runtime.bench;

import dev.velox.api.ByteReport;

/** How many kv heads make a working set cold. */
final class Units {
  private static final int MOST = 1 << 14;

  private Units() {}

  /** Kv heads whose packed bytes fill the working set, given those of one. */
  static int of(BenchOptions options, ByteReport one) {
    long bytes = Math.max(1, read(one));
    int most = Math.min(MOST, (1 << 22) / options.headDim());
    return (int) Math.clamp((options.workingSet() + bytes - 1) / bytes, 1L, (long) most);
  }

  /** Bytes that attention reads: codes and what stands beside them, exact rows. */
  static long read(ByteReport bytes) {
    return bytes.keyCodes()
        + bytes.valueCodes()
        + bytes.parameters()
        + bytes.outliers()
        + bytes.exact();
  }
}

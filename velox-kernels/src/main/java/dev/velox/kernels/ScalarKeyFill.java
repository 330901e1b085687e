package dev.velox.kernels;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Tables of key products, entry by entry: what every vector path must reproduce bit for bit. */
final class ScalarKeyFill {
  private ScalarKeyFill() {}

  static void fill(
      int bits,
      boolean wide,
      float[] q,
      int qo,
      int dim,
      int indexes,
      float[] levels,
      int lo,
      int levelStride,
      float inverse,
      int limit,
      MemorySegment tables,
      long to) {
    int channels = bits == 4 ? 1 : 2;
    int count = 1 << bits;
    int entries = bits == 3 ? 64 : 16;
    int lookups = bits == 3 ? 4 : 2;
    int bytes = bits == 3 ? 64 : 32;
    int lower = lookups * bytes;
    for (int i = 0; i < indexes; i++) {
      int group = i / lookups * lookups * (wide ? 2 : 1);
      long table = to + (long) (group + i % lookups) * bytes;
      int c = i * channels;
      for (int e = 0; e < entries; e++) {
        float steps = 0.5f;
        if (c < dim) {
          steps = add(q[qo + c] * inverse, levels, lo + c * levelStride, count, e, steps);
        }
        if (channels == 2 && c + 1 < dim) {
          int first = lo + (c + 1) * levelStride;
          steps = add(q[qo + c + 1] * inverse, levels, first, count, e >> bits, steps);
        }
        int entry = Math.min((int) steps, limit);
        for (int copy = e; copy < bytes; copy += entries) {
          tables.set(JAVA_BYTE, table + copy, (byte) (wide ? entry >> 7 : entry));
          if (wide) {
            tables.set(JAVA_BYTE, table + lower + copy, (byte) (entry & 127));
          }
        }
      }
    }
  }

  /** Adds the steps of one channel's product above its least. */
  private static float add(float q, float[] levels, int first, int count, int code, float steps) {
    float edge = levels[q < 0 ? first + count - 1 : first];
    return Math.fma(q, levels[first + (code & (count - 1))] - edge, steps);
  }
}

package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.velox.kernels.Kernels;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Supplier;

/** Comparison of a kernel's outputs with those of its scalar twin. */
final class Comparison {
  private static final double TOLERANCE = 1e-5;

  private Comparison() {}

  static List<Object> outputs(
      Twin twin, Kernels kernels, long seed, int n, int offset, Trial.Style style) {
    try (Arena arena = Arena.ofConfined()) {
      Trial trial = new Trial(seed, n, offset, style, arena);
      twin.call().run(kernels, trial);
      assertEquals(
          -1, trial.brokenGuard(), () -> where(twin, seed, n, offset, style) + ": guard of output");
      return trial.outputs();
    }
  }

  /** Tries a kernel on one input against the scalar twin. */
  static void compare(Twin twin, long seed, int n, int offset, Trial.Style style) {
    List<Object> expected = outputs(twin, Kernels.scalar(), seed, n, offset, style);
    List<Object> actual = outputs(twin, Kernels.active(), seed, n, offset, style);
    Supplier<String> where = () -> where(twin, seed, n, offset, style);
    if (twin.exact()) {
      assertSame(expected, actual, where);
    } else {
      List<Object> magnitudes =
          outputs(twin, Kernels.scalar(), seed, n, offset, style.magnitudes());
      assertNear(expected, actual, magnitudes, where);
    }
  }

  static void assertSame(List<Object> expected, List<Object> actual, Supplier<String> where) {
    assertEquals(expected.size(), actual.size(), where);
    for (int k = 0; k < expected.size(); k++) {
      if (expected.get(k) instanceof byte[] bytes) {
        assertArrayEquals(bytes, (byte[]) actual.get(k), where);
      } else {
        assertArrayEquals(bits(expected.get(k)), bits(actual.get(k)), where);
      }
    }
  }

  /** Bits of floats, every NaN alike, the two zeros apart. */
  private static int[] bits(Object floats) {
    float[] x = (float[]) floats;
    int[] bits = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      bits[i] = Float.floatToIntBits(x[i]);
    }
    return bits;
  }

  private static void assertNear(
      List<Object> expected, List<Object> actual, List<Object> magnitudes, Supplier<String> where) {
    for (int k = 0; k < expected.size(); k++) {
      float[] e = (float[]) expected.get(k);
      float[] a = (float[]) actual.get(k);
      float[] m = (float[]) magnitudes.get(k);
      for (int i = 0; i < e.length; i++) {
        double error = Math.abs((double) e[i] - a[i]);
        if (!(error <= TOLERANCE * Math.abs(m[i]))) {
          fail(where.get() + ": element " + i + " is " + a[i] + ", scalar " + e[i]);
        }
      }
    }
  }

  static String where(Twin twin, long seed, int n, int offset, Trial.Style style) {
    return twin
        + " on "
        + Kernels.active().description()
        + ", seed "
        + seed
        + ", n "
        + n
        + ", offset "
        + offset
        + ", "
        + style;
  }
}

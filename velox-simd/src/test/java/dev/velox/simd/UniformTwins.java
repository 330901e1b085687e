package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.PackedKernels;
import dev.velox.kernels.UniformKernels;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** How the kernels of uniform codes, and of codes as levels, are tried. */
final class UniformTwins {
  private static final int UNITS = UniformKernels.UNITS;

  private UniformTwins() {}

  static List<Twin> all() {
    return List.of(
        new Twin("uniform.round", true, UniformTwins::round),
        new Twin("uniform.add", true, UniformTwins::add),
        new Twin("packed.sumLevels", true, UniformTwins::levels));
  }

  private static void levels(Kernels k, Trial t) {
    int bits = 2 + t.draw(3);
    int units = PackedKernels.together(bits) * (1 + t.draw(16));
    int row = bits == 3 ? 192 : 64;
    int rows = 1 + t.draw(3);
    MemorySegment codes = t.memory((long) units / PackedKernels.together(bits) * rows * row);
    int levelStride = t.draw(2) << bits;
    int o = t.offset;
    float[] levels = t.floats(units * levelStride + 16);
    float[] f = t.floats(2 * units + PackedKernels.WORK);
    k.packed()
        .sumLevels(
            bits,
            codes,
            o + (long) t.draw(rows) * row,
            (long) rows * row,
            units,
            levels,
            o,
            levelStride,
            f,
            o,
            o + units,
            o + 2 * units,
            t.floatsInOut(PackedKernels.PLACES),
            o);
  }

  /** Weights of both signs, the greatest of them first; now and then there are none. */
  private static float weights(Trial t, float[] f, int o) {
    float greatest = t.draw(5) == 0 ? 0 : (1 + t.n) * 0.37f;
    for (int u = 0; u < UNITS; u++) {
      f[o + u] = greatest * (u == 0 ? 1 : (t.draw(2001) - 1000) * 0.001f);
    }
    return greatest;
  }

  private static void round(Kernels k, Trial t) {
    float[] f = t.floatsInOut(UNITS);
    float greatest = weights(t, f, t.offset);
    t.result(k.uniform().round(3 + t.draw(2), f, t.offset, greatest));
    for (int u = 0; u < UNITS; u++) {
      // as numbers: bits of a whole number may be those of a NaN
      t.result((short) Float.floatToRawIntBits(f[t.offset + u]));
      f[t.offset + u] = Float.floatToRawIntBits(f[t.offset + u]) >> 16;
    }
  }

  private static void add(Kernels k, Trial t) {
    int bits = 3 + t.draw(2);
    int rows = 1 + t.draw(3);
    int group = 32 * (1 + t.draw(2 * rows));
    int groups = (rows * UNITS + group - 1) / group;
    MemorySegment codes = t.memory(8L * bits * rows * UNITS);
    int o = t.offset;
    float[] f = t.floats(groups * UNITS + 2 * groups + rows * UniformKernels.WORK);
    for (int g = 0; g < groups; g++) {
      int first = o + g * UNITS;
      Kernels.scalar().uniform().round(bits, f, first, weights(t, f, first));
    }
    int worths = o + groups * UNITS;
    int work = worths + 2 * groups;
    float[] sums = t.floatsInOut(rows * UNITS);
    k.uniform().add(bits, codes, o, rows, group, f, o, worths, work, sums, o);
  }
}

package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/** Whole weights times codes, one code at a time. */
final class ScalarUniform implements UniformKernels {
  /** Adding this rounds a float to a whole number in its low bits. */
  private static final float MAGIC = 12_582_912f;

  @Override
  public int round(int bits, float[] f, int o, float greatest) {
    float scale = greatest < NOTHING ? 0 : GREATEST / greatest;
    int sum = 0;
    int before = 0;
    for (int u = 0; u < UNITS; u++) {
      int whole =
          Float.floatToRawIntBits(Math.fma(f[o + u], scale, MAGIC))
              - Float.floatToRawIntBits(MAGIC);
      sum += whole;
      int beyond = (u & 1) == 0 ? whole : whole - (before << bits);
      before = whole;
      f[o + u] = Float.intBitsToFloat((beyond & 0xffff) | (beyond << 16));
    }
    return sum;
  }

  @Override
  public void add(
      int bits,
      MemorySegment codes,
      long at,
      int rows,
      int group,
      float[] f,
      int weights,
      int worths,
      int work,
      float[] sums,
      int so) {
    int row = bits == 3 ? 3 * UNITS : UNITS;
    for (int i = 0; i < rows * UNITS; i++) {
      int g = i / group;
      long first = at + (long) (i / UNITS) * row;
      int sum = sum(bits, codes, first, (long) rows * row, i % UNITS, f, weights + g * UNITS);
      sums[so + i] += Math.fma(sum, f[worths + 2 * g], f[worths + 2 * g + 1]);
    }
  }

  private static int sum(
      int bits, MemorySegment codes, long at, long stride, int place, float[] f, int weights) {
    int sum = 0;
    int before = 0;
    for (int u = 0; u < UNITS; u++) {
      int weight = (short) Float.floatToRawIntBits(f[weights + u]);
      int whole = (u & 1) == 0 ? weight : (short) (weight + (before << bits));
      before = whole;
      sum += whole * PackedCodes.code(bits, codes, at, stride, u, place);
    }
    return sum;
  }
}

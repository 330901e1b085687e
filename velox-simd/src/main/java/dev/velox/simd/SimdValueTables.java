package dev.velox.simd;

import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;

/** Table sums, 64 channels a look-up; each driver in a class of its own, for the compiler. */
final class SimdValueTables implements ValueTableKernels {
  private static final int HALF = CHANNELS / 2;

  @Override
  public void nibbles(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueNibbles.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void nibblesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueNibblesWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void triples(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueTriples.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void triplesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueTriplesWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbs(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueCrumbs.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbsWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueCrumbsWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbGroups(
      boolean wide,
      MemorySegment codes,
      long at,
      int rows,
      int group,
      float[] book,
      float[] f,
      int weights,
      int greatest,
      int work,
      float unit,
      float[] sums,
      int so) {
    long stride = (long) rows * CHANNELS;
    float limit = wide ? 511f : 63f;
    for (int r = 0; r < rows; r++) {
      int lower = r * CHANNELS / group;
      int upper = (r * CHANNELS + HALF) / group;
      float max = f[greatest + 2 * lower];
      float other = f[greatest + 2 * upper];
      long row = at + (long) r * CHANNELS;
      int first = weights + lower * TOKENS;
      int second = weights + upper * TOKENS;
      int to = work + r * WORK;
      float scale = max > 0 ? limit / max : 0;
      float otherScale = other > 0 ? limit / other : 0;
      if (wide) {
        ValueCrumbGroupsWide.sum(codes, row, stride, book, f, first, second, to, scale, otherScale);
      } else {
        ValueCrumbGroups.sum(codes, row, stride, book, f, first, second, to, scale, otherScale);
      }
    }
    // after all rows: a sum is not read while it is still on its way to memory
    float biases = TOKENS * (limit + 1);
    for (int i = 0; i < 2 * rows; i++) {
      float worth = f[greatest + 2 * (i * HALF / group)] * unit / limit;
      int from = work + i / 2 * WORK + i % 2 * HALF / 2;
      SixteenBitSums.add32(f, from, worth, -biases * worth, sums, so + i * HALF);
    }
  }
}

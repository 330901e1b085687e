package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Table sums one channel at a time: what every vector path must reproduce bit for bit. */
final class ScalarValueTables implements ValueTableKernels {
  /** Adding this rounds a float to a whole number in its low bits. */
  private static final float MAGIC = 12_582_912f;

  /** How one width packs tokens: tokens a unit, and where the code of one of them lies. */
  private enum Packing {
    NIBBLES(2, 1, 15),
    TRIPLES(8, 3, 7),
    CRUMBS(4, 1, 3);

    final int tokens;
    final int rows;
    final int mask;

    Packing(int tokens, int rows, int mask) {
      this.tokens = tokens;
      this.rows = rows;
      this.mask = mask;
    }

    int code(MemorySegment codes, long at, int place, int token) {
      return switch (this) {
        case NIBBLES -> at(codes, at, place) >> (4 * token) & mask;
        case CRUMBS -> at(codes, at, place) >> (2 * token) & mask;
        case TRIPLES -> {
          int pair =
              token < 6
                  ? at(codes, at + 64L * (token / 2), place) & 63
                  : at(codes, at, place) >> 6
                      | at(codes, at + 64, place) >> 6 << 2
                      | at(codes, at + 128, place) >> 6 << 4;
          yield pair >> (3 * (token % 2)) & mask;
        }
      };
    }

    private static int at(MemorySegment codes, long row, int place) {
      return codes.get(ValueLayout.JAVA_BYTE, row + place) & 0xff;
    }
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
    Packing crumbs = Packing.CRUMBS;
    int limit = wide ? 511 : 63;
    long stride = (long) rows * CHANNELS;
    for (int i = 0; i < rows * CHANNELS; i++) {
      int g = i / group;
      long row = at + (long) (i / CHANNELS) * CHANNELS;
      float max = f[greatest + 2 * g];
      int wo = weights + g * TOKENS;
      int c = i % CHANNELS;
      sums[so + i] +=
          sum(crumbs, codes, row, stride, c, book, 0, f, wo, max, unit, limit, limit + 1);
    }
  }

  private static void add(
      Packing packing,
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      float max,
      float unit,
      int limit,
      int bias,
      float[] sums,
      int so) {
    long stride = 64L * packing.rows * groups;
    for (int c = 0; c < groups * CHANNELS; c++) {
      long row = at + c / CHANNELS * 64L * packing.rows;
      sums[so + c] +=
          sum(packing, codes, row, stride, c % 64, book, bo, weights, wo, max, unit, limit, bias);
    }
  }

  /** The sum of one channel of a row. */
  private static float sum(
      Packing packing,
      MemorySegment codes,
      long at,
      long stride,
      int channel,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      float max,
      float unit,
      int limit,
      int bias) {
    float scale = max > 0 ? limit / max : 0;
    float worth = max * unit / limit;
    float magic = MAGIC + bias;
    int mask = limit > 255 ? 0xffff : 0xff;
    int place = channel < 32 ? 2 * channel : 2 * (channel - 32) + 1;
    int sum = 0;
    for (int t = 0; t < TOKENS; t++) {
      long unitAt = at + t / packing.tokens * stride;
      float level = book[bo + packing.code(codes, unitAt, place, t % packing.tokens)] * scale;
      sum += Float.floatToRawIntBits(Math.fma(level, weights[wo + t], magic)) & mask;
    }
    return Math.fma(sum, worth, -(TOKENS * bias) * worth);
  }

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
    add(Packing.NIBBLES, codes, at, groups, book, bo, weights, wo, max, unit, 63, 64, sums, so);
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
    add(Packing.NIBBLES, codes, at, groups, book, bo, weights, wo, max, unit, 511, 512, sums, so);
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
    add(Packing.TRIPLES, codes, at, groups, book, bo, weights, wo, max, unit, 31, 32, sums, so);
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
    add(Packing.TRIPLES, codes, at, groups, book, bo, weights, wo, max, unit, 511, 512, sums, so);
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
    add(Packing.CRUMBS, codes, at, groups, book, bo, weights, wo, max, unit, 31, 32, sums, so);
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
    add(Packing.CRUMBS, codes, at, groups, book, bo, weights, wo, max, unit, 511, 512, sums, so);
  }
}

package dev.velox.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Byte-table scores one token at a time: what every vector path must reproduce bit for bit. */
final class ScalarKeyTables implements KeyTableKernels {

  @Override
  public void nibbles(
      MemorySegment codes,
      long at,
      int blocks,
      int rows,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    for (int t = 0; t < blocks * TOKENS; t++) {
      scores[so + t] =
          Math.fma(
              nibbles(codes, block(at, t, 64L * rows), t % TOKENS, rows, tables, to, 64, 0),
              step,
              bias);
    }
  }

  @Override
  public void nibblesWide(
      MemorySegment codes,
      long at,
      int blocks,
      int rows,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    for (int t = 0; t < blocks * TOKENS; t++) {
      int high = nibbles(codes, block(at, t, 64L * rows), t % TOKENS, rows, tables, to, 128, 0);
      int low = nibbles(codes, block(at, t, 64L * rows), t % TOKENS, rows, tables, to, 128, 64);
      scores[so + t] = Math.fma(128f * high + low, step, bias);
    }
  }

  /** Where the block of a token begins. */
  private static long block(long at, int token, long bytes) {
    return at + token / TOKENS * bytes;
  }

  private static int nibbles(
      MemorySegment codes,
      long at,
      int token,
      int rows,
      MemorySegment tables,
      long to,
      int stride,
      int half) {
    int sum = 0;
    for (int r = 0; r < rows; r++) {
      int code = code(codes, at + 64L * r, token);
      long table = to + (long) r * stride + half;
      sum += entry(tables, table + (code & 15));
      sum += entry(tables, table + 32 + (code >> 4));
    }
    return sum;
  }

  private static int entry(MemorySegment tables, long at) {
    return tables.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  /** The byte of a token in a row. */
  private static int code(MemorySegment codes, long row, int token) {
    int place = token < 32 ? 2 * token : 2 * (token - 32) + 1;
    return codes.get(ValueLayout.JAVA_BYTE, row + place) & 0xff;
  }

  @Override
  public void sixes(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    for (int t = 0; t < blocks * TOKENS; t++) {
      scores[so + t] =
          Math.fma(
              sixes(codes, block(at, t, 192L * triplets), t % TOKENS, triplets, tables, to, 256, 0),
              step,
              bias);
    }
  }

  @Override
  public void sixesWide(
      MemorySegment codes,
      long at,
      int blocks,
      int triplets,
      MemorySegment tables,
      long to,
      float step,
      float bias,
      float[] scores,
      int so) {
    for (int t = 0; t < blocks * TOKENS; t++) {
      int high =
          sixes(codes, block(at, t, 192L * triplets), t % TOKENS, triplets, tables, to, 512, 0);
      int low =
          sixes(codes, block(at, t, 192L * triplets), t % TOKENS, triplets, tables, to, 512, 256);
      scores[so + t] = Math.fma(128f * high + low, step, bias);
    }
  }

  private static int sixes(
      MemorySegment codes,
      long at,
      int token,
      int triplets,
      MemorySegment tables,
      long to,
      int stride,
      int half) {
    int sum = 0;
    for (int g = 0; g < triplets; g++) {
      int a = code(codes, at + 192L * g, token);
      int b = code(codes, at + 192L * g + 64, token);
      int c = code(codes, at + 192L * g + 128, token);
      int d = a >> 6 | (b >> 6) << 2 | (c >> 6) << 4;
      long table = to + (long) g * stride + half;
      sum += entry(tables, table + (a & 63));
      sum += entry(tables, table + 64 + (b & 63));
      sum += entry(tables, table + 128 + (c & 63));
      sum += entry(tables, table + 192 + d);
    }
    return sum;
  }

  @Override
  public void fill(
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
    ScalarKeyFill.fill(
        bits, wide, q, qo, dim, indexes, levels, lo, levelStride, inverse, limit, tables, to);
  }

  @Override
  public void groups(
      int bits,
      boolean wide,
      MemorySegment codes,
      long at,
      int rows,
      int lastRows,
      int groups,
      MemorySegment tables,
      long to,
      float[] f,
      int steps,
      int zeros,
      int parts,
      int figures,
      int sums,
      float[] out,
      int o) {
    int row = bits == 3 ? 3 * TOKENS : TOKENS;
    int table = (bits == 3 ? 256 : 64) * (wide ? 2 : 1);
    Arrays.fill(out, o, o + TOKENS, 0);
    for (int g = 0; g < groups; g++) {
      int n = g == groups - 1 ? lastRows : rows;
      long first = at + (long) g * rows * row;
      long entries = to + (long) g * rows * table;
      float step = f[figures + 2 * g];
      float bias = f[figures + 2 * g + 1];
      if (bits == 3 && wide) {
        sixesWide(codes, first, 1, n, tables, entries, step, bias, f, parts);
      } else if (bits == 3) {
        sixes(codes, first, 1, n, tables, entries, step, bias, f, parts);
      } else if (wide) {
        nibblesWide(codes, first, 1, n, tables, entries, step, bias, f, parts);
      } else {
        nibbles(codes, first, 1, n, tables, entries, step, bias, f, parts);
      }
      for (int t = 0; t < TOKENS; t++) {
        int place = g * TOKENS + t;
        float sum = Math.fma(f[zeros + place], f[sums + g], out[o + t]);
        out[o + t] = Math.fma(f[steps + place], f[parts + t], sum);
      }
    }
  }
}

package dev.velox.simd;

import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/** Byte-table scores, 64 tokens a look-up; each driver in a class of its own, for the compiler. */
final class SimdKeyTables implements KeyTableKernels {

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
    KeyNibbles.score(codes, at, blocks, rows, tables, to, step, bias, scores, so);
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
    KeyNibblesWide.score(codes, at, blocks, rows, tables, to, step, bias, scores, so);
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
    KeySixes.score(codes, at, blocks, triplets, tables, to, step, bias, scores, so);
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
    KeySixesWide.score(codes, at, blocks, triplets, tables, to, step, bias, scores, so);
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
    if (bits == 3) {
      KeyFillSixes.fill(
          wide, q, qo, dim, indexes, levels, lo, levelStride, inverse, limit, tables, to);
    } else {
      KeyFill.fill(
          bits, wide, q, qo, dim, indexes, levels, lo, levelStride, inverse, limit, tables, to);
    }
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
    KeyGroups.sums(bits, wide, codes, at, rows, lastRows, groups, tables, to, f, parts);
    for (int half = 0; half < 2; half++) {
      if (wide) {
        KeyGroups.joinWide(half, groups, f, steps, zeros, parts, figures, sums, out, o);
      } else {
        KeyGroups.join(half, groups, f, steps, zeros, parts, figures, sums, out, o);
      }
    }
  }
}

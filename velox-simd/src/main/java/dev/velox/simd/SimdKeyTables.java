package dev.velox.simd;

import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/** Byte-table scores, 64 tokens a look-up; each driver in a class of its own, for the compiler. */
final class SimdKeyTables implements KeyTableKernels {

  @Override
  public void nibbles(
      MemorySegment codes,
      long at,
      int rows,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    KeyNibbles.score(codes, at, rows, tables, to, step, bias, scores, so);
  }

  @Override
  public void nibblesWide(
      MemorySegment codes,
      long at,
      int rows,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    KeyNibblesWide.score(codes, at, rows, tables, to, step, bias, scores, so);
  }

  @Override
  public void sixes(
      MemorySegment codes,
      long at,
      int triplets,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    KeySixes.score(codes, at, triplets, tables, to, step, bias, scores, so);
  }

  @Override
  public void sixesWide(
      MemorySegment codes,
      long at,
      int triplets,
      byte[] tables,
      int to,
      float step,
      float bias,
      float[] scores,
      int so) {
    KeySixesWide.score(codes, at, triplets, tables, to, step, bias, scores, so);
  }
}

package dev.velox.kernels.layout;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/**
 * Looks up blocks of keys in the tables of one query: the kernel of the width, and of the entries
 * that the query was given.
 *
 * @param bits width of a code: 4, 3 or 2
 * @param rows rows of a block, or triplets of them
 */
record KeyLook(int bits, int rows) {
  private static final KeyTableKernels KEYS = Kernels.active().keyTables();

  static KeyLook of(int dim, int bits) {
    return new KeyLook(bits, KeyTables.rows(dim, bits));
  }

  /** Scores of blocks; three figures tell step, bias and whether entries have 14 bits. */
  void score(
      MemorySegment codes,
      long at,
      int blocks,
      MemorySegment tables,
      long to,
      float[] f,
      int figures,
      float[] scores,
      int so) {
    float step = f[figures];
    float bias = f[figures + 1];
    boolean wide = f[figures + 2] != 0;
    if (bits == 3) {
      if (wide) {
        KEYS.sixesWide(codes, at, blocks, rows, tables, to, step, bias, scores, so);
      } else {
        KEYS.sixes(codes, at, blocks, rows, tables, to, step, bias, scores, so);
      }
    } else if (wide) {
      KEYS.nibblesWide(codes, at, blocks, rows, tables, to, step, bias, scores, so);
    } else {
      KEYS.nibbles(codes, at, blocks, rows, tables, to, step, bias, scores, so);
    }
  }
}

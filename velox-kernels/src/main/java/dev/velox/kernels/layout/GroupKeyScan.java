package dev.velox.kernels.layout;

import dev.velox.api.Precision;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Scores of keys coded in groups of channels, as {@link GroupTables} says: each group has tables
 * and a step of its own, so that loud channels do not coarsen quiet ones; its 64 sums are
 * multiplied by the tokens' steps in float. Entries have 14 bits; or 8, at 3 and 2 bits and in
 * precision {@code fast}, for queries that {@link KeyTables#eightBitsServe} in every group. An
 * exact scan looks codes up as floats and needs no tables. Immutable.
 */
public final class GroupKeyScan {
  private static final KeyTableKernels KEYS = Kernels.active().keyTables();

  private final GroupTables tables;
  private final boolean exact;

  /** Whether queries may have entries of 8 bits. */
  private final boolean narrow;

  private final float[] levels = new float[16];
  private final int bits;
  private final int groups;
  private final int rows;
  private final int lastRows;
  private final int tableBytes;
  private final int steps;
  private final int zeros;
  private final int parts;
  private final int padded;

  /**
   * A scan.
   *
   * @param tables the layout
   * @param precision of the cache
   */
  public GroupKeyScan(GroupTables tables, Precision precision) {
    this.tables = tables;
    this.exact = precision == Precision.EXACT;
    this.narrow = precision == Precision.FAST || tables.codes().bits() < 4;
    this.bits = tables.codes().bits();
    this.groups = tables.groups();
    this.rows = KeyTables.rows(tables.group(), bits);
    this.lastRows = KeyTables.rows(tables.channels(groups - 1), bits);
    this.tableBytes = tables.tableBytes();
    this.steps = tables.steps();
    this.zeros = tables.zeros();
    this.parts = tables.parts();
    this.padded = tables.padded();
    for (int i = 0; i < levels.length; i++) {
      levels[i] = (i & (1 << tables.codes().bits()) - 1) - tables.anchor();
    }
  }

  /**
   * What is scanned.
   *
   * @return the layout
   */
  public GroupTables tables() {
    return tables;
  }

  /**
   * Builds the tables of queries.
   *
   * @param queries how many
   * @param scratch holds the queries {@code [queries][dim]}, from the first float; receives the
   *     tables
   * @param floatsAt first float of the tables' scratch
   */
  public void prepare(int queries, TrackScratch scratch, int floatsAt) {
    float[] f = scratch.floats;
    for (int j = 0; !exact && j < queries; j++) {
      int q = j * tables.codes().dim();
      int figures = floatsAt + tables.figures(j);
      boolean wide = !narrow || !eightBitsServe(f, q);
      f[figures + 2 * groups] = wide ? 1 : 0;
      int each = KeyTables.bytes(tables.group(), bits, wide);
      for (int g = 0; g < groups; g++) {
        int n = tables.channels(g);
        int first = q + g * tables.group();
        long to = (long) j * groups * tableBytes + (long) g * each;
        int figure = figures + 2 * g;
        KeyTables.build(f, first, n, bits, wide, levels, 0, 0, scratch.tables, to, f, figure);
      }
    }
  }

  private boolean eightBitsServe(float[] f, int q) {
    for (int g = 0; g < groups; g++) {
      int first = q + g * tables.group();
      if (!KeyTables.eightBitsServe(f, first, tables.channels(g), bits, levels, 0, 0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Scores of prepared queries with some tokens of a block, whose steps and zero points are loaded;
   * all 64 are looked at.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last
   * @param queries as prepared
   * @param sums sums of the queries' groups in the scratch, {@code [queries][groups]}
   * @param scores receives {@code scores[so + j * stride + (t - from)]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param scratch as prepared
   * @param floatsAt first float of the tables' scratch
   */
  public void score(
      MemorySegment codes,
      long at,
      int from,
      int to,
      int queries,
      int sums,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int floatsAt) {
    float[] f = scratch.floats;
    boolean part = to - from < GroupTables.TOKENS;
    for (int j = 0; j < queries; j++) {
      float[] out = part ? f : scores;
      int o = part ? floatsAt + padded : so + j * stride;
      if (exact) {
        look(codes, at, j, sums + j * groups, out, o, f, floatsAt);
      } else {
        int figures = floatsAt + tables.figures(j);
        KEYS.groups(
            bits,
            f[figures + 2 * groups] != 0,
            codes,
            at,
            rows,
            lastRows,
            groups,
            scratch.tables,
            (long) j * groups * tableBytes,
            f,
            floatsAt + steps,
            floatsAt + zeros,
            floatsAt + parts,
            figures,
            sums + j * groups,
            out,
            o);
      }
      if (part) {
        System.arraycopy(f, o + from, scores, so + j * stride, to - from);
      }
    }
  }

  /** Scores in float: the sums of each group, joined as the tables' are. */
  private void look(
      MemorySegment codes,
      long at,
      int query,
      int sums,
      float[] out,
      int o,
      float[] f,
      int floatsAt) {
    int dim = tables.codes().dim();
    int row = bits == 3 ? 3 * GroupTables.TOKENS : GroupTables.TOKENS;
    Arrays.fill(out, o, o + GroupTables.TOKENS, 0f);
    for (int g = 0; g < groups; g++) {
      int part = floatsAt + parts + g * GroupTables.TOKENS;
      int q = query * dim + g * tables.group();
      long first = at + (long) g * rows * row;
      int work = floatsAt + tables.work();
      PackedScan.score(bits, codes, first, tables.channels(g), levels, 0, 0, f, q, work, part);
      int step = floatsAt + steps + g * GroupTables.TOKENS;
      int zero = floatsAt + zeros + g * GroupTables.TOKENS;
      float sum = f[sums + g];
      for (int t = 0; t < GroupTables.TOKENS; t++) {
        out[o + t] = Math.fma(f[step + t], f[part + t], Math.fma(f[zero + t], sum, out[o + t]));
      }
    }
  }
}

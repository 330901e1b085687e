package dev.velox.kernels.layout;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/**
 * Scores of keys coded in groups of channels, as {@link GroupTables} says: each group has tables
 * and a step of its own, so that loud channels do not coarsen quiet ones; its 64 sums are
 * multiplied by the tokens' steps in float. Entries have 8 bits for queries that {@link
 * KeyTables#eightBitsServe} in every group, otherwise 14. Immutable.
 */
public final class GroupKeyScan {
  private static final KeyTableKernels KEYS = Kernels.active().keyTables();

  private final GroupTables tables;
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
   */
  public GroupKeyScan(GroupTables tables) {
    this.tables = tables;
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
   * @param qo first float of query 0 in the scratch
   * @param scratch holds the queries {@code [queries][dim]}; receives the tables
   * @param floatsAt first float of the tables' scratch
   */
  public void prepare(int queries, int qo, TrackScratch scratch, int floatsAt) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      int q = qo + j * tables.codes().dim();
      int figures = floatsAt + tables.figures(j);
      boolean wide = !eightBitsServe(f, q);
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
      if (part) {
        System.arraycopy(f, o + from, scores, so + j * stride, to - from);
      }
    }
  }
}

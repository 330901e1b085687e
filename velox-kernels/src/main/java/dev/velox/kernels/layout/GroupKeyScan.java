package dev.velox.kernels.layout;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;

/**
 * Scores of keys coded in groups of channels, as {@link GroupTables} says: each group has tables
 * and a step of its own, so that loud channels do not coarsen quiet ones; its 64 sums are
 * multiplied by the tokens' steps in float. Entries have 14 bits. Immutable.
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
  private final int whole;

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
    this.whole = tables.whole();
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
      for (int g = 0; g < groups; g++) {
        int q = qo + j * tables.codes().dim() + g * tables.group();
        long to = (long) (j * groups + g) * tableBytes;
        int figures = floatsAt + tables.figures(j) + 2 * g;
        int n = tables.channels(g);
        KeyTables.build(f, q, n, bits, true, levels, 0, 0, scratch.tables, to, f, figures);
      }
    }
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
    int all = floatsAt + whole;
    for (int j = 0; j < queries; j++) {
      look(codes, at, 1, j, sums, f, all, scratch, floatsAt);
      System.arraycopy(f, all + from, scores, so + j * stride, to - from);
    }
  }

  /**
   * As {@link #score}, for whole blocks that lie one after the other.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param blocks how many, at most {@link GroupTables#TOGETHER}
   * @param queries as prepared
   * @param sums sums of the queries' groups in the scratch, {@code [queries][groups]}
   * @param scores receives {@code scores[so + j * stride + t]}
   * @param so first float
   * @param stride floats between the scores of two queries
   * @param scratch as prepared
   * @param floatsAt first float of the tables' scratch
   */
  public void scoreBlocks(
      MemorySegment codes,
      long at,
      int blocks,
      int queries,
      int sums,
      float[] scores,
      int so,
      int stride,
      TrackScratch scratch,
      int floatsAt) {
    for (int j = 0; j < queries; j++) {
      look(codes, at, blocks, j, sums, scores, so + j * stride, scratch, floatsAt);
    }
  }

  private void look(
      MemorySegment codes,
      long at,
      int blocks,
      int query,
      int sums,
      float[] out,
      int o,
      TrackScratch scratch,
      int floatsAt) {
    KEYS.groups(
        bits,
        codes,
        at,
        blocks,
        rows,
        lastRows,
        groups,
        scratch.tables,
        (long) query * groups * tableBytes,
        scratch.floats,
        floatsAt + steps,
        floatsAt + zeros,
        floatsAt + parts,
        floatsAt + 2 * query * groups,
        sums + query * groups,
        out,
        o);
  }
}

package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.GroupTables.TOKENS;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of values coded in groups of channels, as {@link GroupTables} says: a token's
 * weight is multiplied by the step of each group; zero points are summed apart, a number a group.
 * Entries have 10 bits. Immutable.
 */
public final class GroupValueScan {
  private static final ValueTableKernels VALUES = Kernels.active().valueTables();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();

  private final GroupTables tables;
  private final float[] book = new float[16];
  private final int bits;
  private final int dim;
  private final long bytes;
  private final int groups;
  private final float middle;
  private final float anchor;
  private final int steps;
  private final int zeros;
  private final int parts;
  private final int greatest;
  private final int whole;
  private final int work;

  /** The first and the second group of each row of 64 channels. */
  private final int[] low;

  private final int[] high;

  /**
   * A scan.
   *
   * @param tables the layout
   */
  public GroupValueScan(GroupTables tables) {
    this.tables = tables;
    this.bits = tables.codes().bits();
    this.dim = tables.codes().dim();
    this.bytes = tables.codes().bytes();
    this.groups = tables.groups();
    this.middle = tables.middle();
    this.anchor = middle - tables.anchor();
    this.steps = tables.steps();
    this.zeros = tables.zeros();
    this.parts = tables.parts();
    this.greatest = tables.greatest();
    this.whole = tables.whole();
    this.work = tables.work();
    this.low = new int[dim / ValueTableKernels.CHANNELS];
    this.high = new int[low.length];
    for (int r = 0; r < low.length; r++) {
      low[r] = r * ValueTableKernels.CHANNELS / tables.group();
      high[r] = (r * ValueTableKernels.CHANNELS + GroupTables.HALF) / tables.group();
    }
    int mask = (1 << bits) - 1;
    for (int i = 0; i < book.length; i++) {
      book[i] = ((i & mask) - middle) / middle;
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
   * Adds weighted tokens of a block to sums, whose steps and zero points are loaded; all 64 are
   * looked at.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param weights {@code weights[wo + j * stride + (t - from)]}
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sums sums of codes in the scratch, {@code [queries][dim]}
   * @param levels sums of what the middle codes stand for in the scratch, {@code [queries][groups]}
   * @param scratch holds the sums
   * @param floatsAt first float of the tables' scratch
   */
  public void accumulate(
      MemorySegment codes,
      long at,
      int from,
      int to,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sums,
      int levels,
      TrackScratch scratch,
      int floatsAt) {
    float[] f = scratch.floats;
    int padded = floatsAt + whole;
    for (int j = 0; j < queries; j++) {
      Arrays.fill(f, padded, padded + TOKENS, 0);
      System.arraycopy(weights, wo + j * stride, f, padded + from, to - from);
      weigh(f, padded, f, 0, levels + j * groups, floatsAt);
      add(codes, at, f, 0, sums + j * dim, floatsAt);
    }
  }

  /** Weights times steps of one of the blocks that are loaded. */
  private void weigh(float[] weights, int wo, float[] f, int block, int levels, int floatsAt) {
    int first = block * groups;
    for (int g = 0; g < groups; g++) {
      int place = floatsAt + (first + g) * TOKENS;
      f[floatsAt + greatest + first + g] =
          WEIGHTS.weigh(
              f,
              place + steps,
              place + zeros,
              anchor,
              weights,
              wo,
              f,
              place + parts,
              f,
              levels + g);
    }
  }

  private void add(MemorySegment codes, long at, float[] f, int block, int sums, int floatsAt) {
    int rows = low.length;
    int row = bits == 3 ? 192 : 64;
    int scaled = floatsAt + parts + block * groups * TOKENS;
    int most = floatsAt + greatest + block * groups;
    for (int r = 0; r < rows; r++) {
      VALUES.halves(
          bits,
          codes,
          at + (long) r * row,
          rows,
          book,
          f,
          scaled + low[r] * TOKENS,
          scaled + high[r] * TOKENS,
          floatsAt + work,
          f[most + low[r]],
          f[most + high[r]],
          middle,
          f,
          sums + r * ValueTableKernels.CHANNELS);
    }
  }

  /**
   * As {@link #accumulate}, for whole blocks that lie one after the other.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param blocks how many, at most {@link GroupTables#TOGETHER}
   * @param queries how many
   * @param weights {@code weights[wo + j * stride + t]}
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sums sums of codes in the scratch, {@code [queries][dim]}
   * @param levels sums of what the middle codes stand for, {@code [queries][groups]}
   * @param scratch holds the sums
   * @param floatsAt first float of the tables' scratch
   */
  public void accumulateBlocks(
      MemorySegment codes,
      long at,
      int blocks,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sums,
      int levels,
      TrackScratch scratch,
      int floatsAt) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      for (int b = 0; b < blocks; b++) {
        int w = wo + j * stride + b * TOKENS;
        weigh(weights, w, f, b, levels + j * groups, floatsAt);
      }
      for (int b = 0; b < blocks; b++) {
        long first = at + b * bytes;
        add(codes, first, f, b, sums + j * dim, floatsAt);
      }
    }
  }
}

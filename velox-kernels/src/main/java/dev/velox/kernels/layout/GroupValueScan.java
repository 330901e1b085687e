package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.GroupTables.TOKENS;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of values coded in groups of channels, as {@link GroupTables} says: a token's
 * weight is multiplied by the step of each group; zero points are summed apart, a number a group.
 * Entries have 10 bits. Immutable.
 */
public final class GroupValueScan {
  private static final ValueTableKernels VALUES = Kernels.active().valueTables();

  private final GroupTables tables;
  private final float[] book = new float[16];

  /**
   * A scan.
   *
   * @param tables the layout
   */
  public GroupValueScan(GroupTables tables) {
    this.tables = tables;
    int mask = (1 << tables.codes().bits()) - 1;
    for (int i = 0; i < book.length; i++) {
      book[i] = ((i & mask) - tables.middle()) / tables.middle();
    }
  }

  /**
   * Adds weighted tokens to sums; all 64 tokens of the block are looked at.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param parameters memory of steps and zero points
   * @param steps byte of the first step
   * @param zeros byte of the first zero point
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
      MemorySegment parameters,
      long steps,
      long zeros,
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
    int groups = tables.groups();
    int scaled = floatsAt + tables.parts();
    int greatest = scaled + groups * TOKENS + ValueTableKernels.SLACK;
    int padded = greatest + groups;
    boolean whole = to - from == TOKENS;
    float anchor = tables.middle() - tables.anchor();
    for (int j = 0; j < queries; j++) {
      int w = wo + j * stride;
      if (!whole) {
        Arrays.fill(f, padded, padded + TOKENS, 0);
        System.arraycopy(weights, w, f, padded + from, to - from);
      }
      float[] source = whole ? weights : f;
      int so = whole ? w : padded;
      for (int g = 0; g < groups; g++) {
        long t = 2L * g * TOKENS;
        int level = levels + j * groups + g;
        int out = scaled + g * TOKENS;
        f[greatest + g] =
            VALUES.weigh(parameters, steps + t, zeros + t, anchor, source, so, f, out, f, level);
      }
      add(codes, at, f, scaled, greatest, sums + j * tables.codes().dim());
    }
  }

  private void add(MemorySegment codes, long at, float[] f, int scaled, int greatest, int sums) {
    int bits = tables.codes().bits();
    int rows = tables.codes().dim() / ValueTableKernels.CHANNELS;
    int bytes = bits == 3 ? 192 : 64;
    for (int r = 0; r < rows; r++) {
      int c = r * ValueTableKernels.CHANNELS;
      int low = c / tables.group();
      int high = (c + GroupTables.HALF) / tables.group();
      VALUES.halves(
          bits,
          codes,
          at + (long) r * bytes,
          rows,
          book,
          f,
          scaled + low * TOKENS,
          scaled + high * TOKENS,
          f[greatest + low],
          f[greatest + high],
          tables.middle(),
          f,
          sums + c);
    }
  }

  /**
   * As {@link #accumulate}, for whole blocks that lie one after the other.
   *
   * @param codes memory of the codes
   * @param at first byte of the first block
   * @param parameters memory of steps and zero points
   * @param steps byte of the first step
   * @param zeros byte of the first zero point
   * @param parameterBytes from the parameters of one block to those of the next
   * @param blocks how many
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
      MemorySegment parameters,
      long steps,
      long zeros,
      long parameterBytes,
      int blocks,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sums,
      int levels,
      TrackScratch scratch,
      int floatsAt) {
    for (int b = 0; b < blocks; b++) {
      long skip = b * parameterBytes;
      accumulate(
          codes,
          at + b * tables.codes().bytes(),
          parameters,
          steps + skip,
          zeros + skip,
          0,
          TOKENS,
          queries,
          weights,
          wo + b * TOKENS,
          stride,
          sums,
          levels,
          scratch,
          floatsAt);
    }
  }
}

package dev.velox.baselines;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.PackedKernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.UniformKernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.GroupTables;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Scores of keys whose channels have a step a group of tokens: a channel weighs {@code q_c step_c},
 * one number for the first 32 tokens of a block and one for the others. At 4 and 3 bits weights are
 * rounded to whole numbers, 255 for the loudest of 64 channels; at 2 bits they become tables with
 * entries of 7 bits. An exact scan looks codes up as floats. Immutable.
 */
final class ChannelKeyScan {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final ValueTableKernels TABLES = Kernels.active().valueTables();
  private static final PackedKernels PACKED = Kernels.active().packed();
  private static final UniformKernels UNIFORM = Kernels.active().uniform();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();
  private static final int TOKENS = CodeLayout.TOKENS;
  private static final int CHUNK = ChannelCodes.CHUNK;
  private static final int HALF = TOKENS / 2;

  private final int dim;
  private final int bits;
  private final int groups;
  private final CodeLayout rows;
  private final boolean exact;
  private final float middle;
  private final float[] book = new float[16];

  /**
   * The scan of a shape, or null where codes have to be turned into floats.
   *
   * @param shape heads of a multiple of 64 channels, groups of 32 or 64 tokens
   * @param exact whether all arithmetic is in float
   */
  static @Nullable ChannelKeyScan of(ChannelGroups shape, boolean exact) {
    CodeLayout rows = shape.codes().rows();
    return rows == null || !GroupTables.serve()
        ? null
        : new ChannelKeyScan(shape.headDim(), shape.group(), rows, exact);
  }

  private ChannelKeyScan(int dim, int group, CodeLayout rows, boolean exact) {
    this.exact = exact;
    this.dim = dim;
    this.bits = rows.bits();
    this.groups = TOKENS / group;
    this.rows = rows;
    int greatest = (1 << bits) - 1;
    this.middle = greatest / 2f;
    for (int i = 0; i < book.length; i++) {
      float level = (i & greatest) - middle;
      book[i] = exact ? level : level / middle;
    }
  }

  /**
   * Floats of scratch: a sum; for each run of 64 channels and group what its weights are worth, two
   * numbers; the weights and what is read behind them; scores; steps and zero points of a run; what
   * kernels work on.
   *
   * @param dim channels
   */
  static int floats(int dim) {
    int runs = 2 * dim / CHUNK;
    return 1
        + runs * (2 + CHUNK)
        + ValueTableKernels.SLACK
        + TOKENS
        + 2 * CHUNK
        + ValueTableKernels.WORK;
  }

  /**
   * Scores of one query with some tokens of a block.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param parameters memory of steps and zero points
   * @param steps byte of the first step
   * @param zeros byte of the first zero point
   * @param f holds query and working memory
   * @param q first float of the query
   * @param work first float of working memory
   * @param from first token within the block
   * @param to one past the last
   * @param scores receives them
   * @param so the first
   */
  void score(
      MemorySegment codes,
      long at,
      MemorySegment parameters,
      long steps,
      long zeros,
      float[] f,
      int q,
      int work,
      int from,
      int to,
      float[] scores,
      int so) {
    int runs = dim / CHUNK * groups;
    int worths = work + 1;
    int weights = worths + 2 * runs;
    int sums = weights + runs * CHUNK + ValueTableKernels.SLACK;
    int end = sums + TOKENS + 2 * CHUNK;
    Arrays.fill(f, sums, sums + TOKENS, 0);
    for (int i = 0; i < runs; i++) {
      int channel = i / groups * CHUNK;
      long behind = 2L * (i % groups * dim + channel);
      int run = weights + i * CHUNK;
      f[worths + 2 * i] =
          weigh(parameters, steps + behind, zeros + behind, f, q + channel, run, work, sums);
      add(f, sums + i % groups * HALF, TOKENS / groups, f[work]);
    }
    for (int i = 0; !exact && bits > 2 && i < runs; i++) {
      float max = f[worths + 2 * i];
      int whole = UNIFORM.round(bits, f, weights + i * CHUNK, max);
      f[worths + 2 * i] = max / UniformKernels.GREATEST;
      f[worths + 2 * i + 1] = -middle * whole * f[worths + 2 * i];
    }
    long stride = bits == 3 ? 3L * TOKENS : TOKENS;
    for (int i = 0; i < runs; i += groups) {
      int first = weights + i * CHUNK;
      int second = first + (groups - 1) * CHUNK;
      int worth = worths + 2 * i;
      int other = worth + 2 * (groups - 1);
      long chunk = at + i / groups * rows.bytes();
      if (exact) {
        PACKED.sumLevels(
            bits, codes, chunk, stride, CHUNK, book, 0, 0, f, first, second, end, f, sums);
      } else if (bits == 2) {
        TABLES.crumbHalves(
            codes, chunk, 1, book, f, first, second, end, f[worth], f[other], middle, f, sums);
      } else {
        UNIFORM.add(bits, codes, chunk, 1, TOKENS / groups, f, first, worth, end, f, sums);
      }
    }
    System.arraycopy(f, sums + from, scores, so, to - from);
  }

  /** Channels times their steps; what their zero points give is left in the first float of work. */
  private float weigh(
      MemorySegment parameters,
      long step,
      long zero,
      float[] f,
      int q,
      int to,
      int work,
      int sums) {
    int steps = sums + TOKENS;
    int zeros = steps + CHUNK;
    ROWS.loadF16(parameters, step, f, steps, CHUNK);
    ROWS.loadF16(parameters, zero, f, zeros, CHUNK);
    f[work] = 0;
    return WEIGHTS.weigh(f, steps, zeros, middle, f, q, f, to, f, work);
  }

  private static void add(float[] f, int o, int n, float x) {
    for (int i = o; i < o + n; i++) {
      f[i] += x;
    }
  }
}

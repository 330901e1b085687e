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
 * entries of 10 bits. An exact scan looks codes up as floats. Immutable.
 */
final class ChannelKeyScan {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final ValueTableKernels TABLES = Kernels.active().valueTables();
  private static final PackedKernels PACKED = Kernels.active().packed();
  private static final UniformKernels UNIFORM = Kernels.active().uniform();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();
  private static final int TOKENS = CodeLayout.TOKENS;
  private static final int CHUNK = ChannelCodes.CHUNK;

  /** Groups of tokens a block has at most. */
  private static final int MOST_GROUPS = 2;

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
   * Floats of scratch: steps and zero points of a block; a sum a group; for each run of 64 channels
   * and group what its weights are worth, two numbers; the weights and what is read behind them;
   * scores; what kernels work on.
   *
   * @param dim channels
   */
  static int floats(int dim) {
    int runs = MOST_GROUPS * dim / CHUNK;
    return 2 * MOST_GROUPS * dim
        + MOST_GROUPS
        + runs * (2 + CHUNK)
        + ValueTableKernels.SLACK
        + TOKENS
        + ValueTableKernels.WORK;
  }

  /**
   * Loads the steps and zero points of a block, {@code [groups][dim]} each and one after the other.
   *
   * @param parameters their memory
   * @param at byte of the first step
   * @param f receives them
   * @param work first float of working memory
   */
  void load(MemorySegment parameters, long at, float[] f, int work) {
    ROWS.loadF16(parameters, at, f, work, 2 * groups * dim);
  }

  /**
   * Scores of one query with some tokens of a block that is loaded.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
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
      float[] f,
      int q,
      int work,
      int from,
      int to,
      float[] scores,
      int so) {
    int runs = dim / CHUNK * groups;
    int zeros = work + groups * dim;
    int constants = zeros + groups * dim;
    int worths = constants + groups;
    int weights = worths + 2 * runs;
    int sums = weights + runs * CHUNK + ValueTableKernels.SLACK;
    int end = sums + TOKENS;
    boolean part = to - from < TOKENS;
    float[] out = part ? f : scores;
    int o = part ? sums : so;
    Arrays.fill(f, constants, worths, 0);
    for (int i = 0; i < runs; i++) {
      int channel = i / groups * CHUNK;
      int g = i % groups;
      int step = work + g * dim + channel;
      int zero = zeros + g * dim + channel;
      int run = weights + i * CHUNK;
      f[worths + 2 * i] =
          WEIGHTS.weigh(f, step, zero, middle, f, q + channel, f, run, f, constants + g);
    }
    for (int i = 0; !exact && bits > 2 && i < runs; i++) {
      float max = f[worths + 2 * i];
      int whole = UNIFORM.round(bits, f, weights + i * CHUNK, max);
      f[worths + 2 * i] = max / UniformKernels.GREATEST;
      f[worths + 2 * i + 1] = -middle * whole * f[worths + 2 * i];
    }
    for (int g = 0; g < groups; g++) {
      int first = o + g * (TOKENS / groups);
      Arrays.fill(out, first, first + TOKENS / groups, f[constants + g]);
    }
    for (int i = 0; i < runs; i += groups) {
      int worth = worths + 2 * i;
      add(codes, at + i / groups * rows.bytes(), f, weights + i * CHUNK, worth, end, out, o);
    }
    if (part) {
      System.arraycopy(f, sums + from, scores, so, to - from);
    }
  }

  /** Adds the codes of 64 channels, weighed, to 64 scores. */
  private void add(
      MemorySegment codes,
      long at,
      float[] f,
      int weights,
      int worths,
      int work,
      float[] out,
      int o) {
    int second = weights + (groups - 1) * CHUNK;
    if (exact) {
      long stride = bits == 3 ? 3L * TOKENS : TOKENS;
      PACKED.sumLevels(
          bits, codes, at, stride, CHUNK, book, 0, 0, f, weights, second, work, out, o);
    } else if (bits == 2) {
      TABLES.crumbGroups(
          true, codes, at, 1, TOKENS / groups, book, f, weights, worths, work, middle, out, o);
    } else {
      UNIFORM.add(bits, codes, at, 1, TOKENS / groups, f, weights, worths, work, out, o);
    }
  }
}

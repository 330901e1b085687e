package dev.velox.baselines;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import dev.velox.kernels.layout.CodeLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Scores of keys whose channels have a step a group of tokens, through tables made in registers: a
 * channel weighs {@code q_c step_c}, one number for the first 32 tokens of a block and one for the
 * others. Entries have 10 bits of the loudest of 64 channels. Immutable.
 */
final class ChannelKeyScan {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final ValueTableKernels TABLES = Kernels.active().valueTables();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();
  private static final int TOKENS = CodeLayout.TOKENS;
  private static final int CHUNK = ChannelCodes.CHUNK;
  private static final int HALF = TOKENS / 2;

  private final int dim;
  private final int bits;
  private final int groups;
  private final CodeLayout rows;
  private final float middle;
  private final float[] book = new float[16];

  /**
   * A scan.
   *
   * @param dim channels
   * @param group tokens of a group: 32 or 64
   * @param rows the layout of 64 channels
   */
  ChannelKeyScan(int dim, int group, CodeLayout rows) {
    this.dim = dim;
    this.bits = rows.bits();
    this.groups = TOKENS / group;
    this.rows = rows;
    int greatest = (1 << bits) - 1;
    this.middle = greatest / 2f;
    for (int i = 0; i < book.length; i++) {
      book[i] = ((i & greatest) - middle) / middle;
    }
  }

  /**
   * Floats of scratch: a sum, two runs of weights and what is read behind them, scores; steps and
   * zero points; what kernels work on.
   */
  static int floats() {
    return 1 + 2 * CHUNK + ValueTableKernels.SLACK + TOKENS + 2 * CHUNK + ValueTableKernels.WORK;
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
    int first = work + 1;
    int second = groups == 1 ? first : first + CHUNK;
    int sums = first + 2 * CHUNK + ValueTableKernels.SLACK;
    int end = sums + TOKENS + 2 * CHUNK;
    long other = 2L * dim;
    Arrays.fill(f, sums, sums + TOKENS, 0);
    for (int c = 0; c < dim; c += CHUNK) {
      long step = steps + 2L * c;
      long zero = zeros + 2L * c;
      float max = weigh(parameters, step, zero, f, q + c, first, work, sums, 0);
      float max2 =
          groups == 1
              ? max
              : weigh(parameters, step + other, zero + other, f, q + c, second, work, sums, HALF);
      long chunk = at + c / CHUNK * rows.bytes();
      TABLES.halves(bits, codes, chunk, 1, book, f, first, second, end, max, max2, middle, f, sums);
    }
    System.arraycopy(f, sums + from, scores, so, to - from);
  }

  /** Channels times their steps; what their zero points give goes to the scores of their tokens. */
  private float weigh(
      MemorySegment parameters,
      long step,
      long zero,
      float[] f,
      int q,
      int to,
      int work,
      int sums,
      int token) {
    int steps = sums + TOKENS;
    int zeros = steps + CHUNK;
    ROWS.loadF16(parameters, step, f, steps, CHUNK);
    ROWS.loadF16(parameters, zero, f, zeros, CHUNK);
    f[work] = 0;
    float max = WEIGHTS.weigh(f, steps, zeros, middle, f, q, f, to, f, work);
    add(f, sums + token, TOKENS / groups, f[work]);
    return max;
  }

  private static void add(float[] f, int o, int n, float x) {
    for (int i = o; i < o + n; i++) {
      f[i] += x;
    }
  }
}

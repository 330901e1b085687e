package dev.velox.baselines;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.layout.CodeLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Scores of keys whose channels have a step a group of tokens, through tables made in registers: a
 * channel weighs {@code q_c step_c}, one number for the first 32 tokens of a block and one for the
 * others. Entries have 10 bits of the loudest of 64 channels. Immutable.
 */
final class ChannelKeyScan {
  private static final ValueTableKernels TABLES = Kernels.active().valueTables();
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

  /** Floats of scratch: a sum, two runs of weights and what is read behind them, scores. */
  static int floats() {
    return 1 + 2 * CHUNK + ValueTableKernels.SLACK + TOKENS;
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
    long other = (groups - 1) * 2L * dim;
    Arrays.fill(f, sums, sums + TOKENS, 0);
    for (int c = 0; c < dim; c += CHUNK) {
      long step = steps + 2L * c;
      long zero = zeros + 2L * c;
      f[work] = 0;
      float max = TABLES.weigh(parameters, step, zero, middle, f, q + c, f, first, f, work);
      add(f, sums, groups == 1 ? TOKENS : HALF, f[work]);
      float max2 = max;
      if (groups > 1) {
        f[work] = 0;
        max2 =
            TABLES.weigh(
                parameters, step + other, zero + other, middle, f, q + c, f, second, f, work);
        add(f, sums + HALF, HALF, f[work]);
      }
      long chunk = at + c / CHUNK * rows.bytes();
      TABLES.halves(bits, codes, chunk, 1, book, f, first, second, max, max2, middle, f, sums);
    }
    System.arraycopy(f, sums + from, scores, so, to - from);
  }

  private static void add(float[] f, int o, int n, float x) {
    for (int i = o; i < o + n; i++) {
      f[i] += x;
    }
  }
}

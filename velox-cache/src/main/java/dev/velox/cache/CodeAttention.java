package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.SoftmaxKernels;
import java.util.Arrays;

/**
 * Attention of one position on the packed codes: scores, softmax, weighted sum, for up to eight
 * query heads at once.
 */
final class CodeAttention {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final SoftmaxKernels SOFTMAX = Kernels.active().softmax();

  /**
   * Rows whose scores are worked on together: few enough to stay in the processor's cache, and for
   * an fp32 sum not to lose digits.
   */
  static final int STRETCH = 4096;

  private CodeAttention() {}

  /**
   * Attends at one position with query heads {@code [fromHead, toHead)}, on codes, up to eight
   * heads at a time.
   */
  static void attendHeads(
      LayerRows rows,
      int fromHead,
      int toHead,
      int end,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    int group = rows.group();
    int dim = rows.dim();
    for (int h = fromHead; h < toHead; ) {
      int kvHead = h / group;
      int n = Math.min(Math.min(toHead, (kvHead + 1) * group) - h, KvTrack.MAX_QUERIES);
      attend(rows, kvHead, n, end, q, qOffset + h * dim, out, outOffset + h * dim, lane);
      h += n;
    }
  }

  /**
   * Attends with {@code queries} heads that read {@code kvHead}, over the rows before {@code end}:
   * sinks, coded rows, then the tail, each in stretches whose scores stay in the processor's cache.
   *
   * @param q floats {@code [queries][headDim]} from {@code qOffset}, not yet scaled
   * @param out receives {@code [queries][headDim]} from {@code outOffset}
   */
  private static void attend(
      LayerRows layer,
      int kvHead,
      int queries,
      int end,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    int dim = layer.dim();
    Arrays.fill(out, outOffset, outOffset + queries * dim, 0);
    if (end == 0) {
      return;
    }
    AttentionSpec spec = layer.attention();
    System.arraycopy(q, qOffset, lane.queries, 0, queries * dim);
    ROWS.scale(spec.scale(), lane.queries, 0, queries * dim);
    Arrays.fill(lane.tileMax, 0, queries, Float.NEGATIVE_INFINITY);
    Arrays.fill(lane.tileSum, 0, queries, 0);
    Arrays.fill(lane.sums, 0, queries, 0);

    int first = spec.firstVisible(end - 1);
    int sinkEnd = Math.clamp(layer.sinkRows(), first, end);
    int codeEnd = Math.clamp(layer.frontier(), sinkEnd, end);
    exact(layer, true, 0, kvHead, queries, first, sinkEnd, out, outOffset, lane);
    if (codeEnd > sinkEnd) {
      coded(layer, kvHead, queries, sinkEnd, codeEnd, out, outOffset, lane);
    }
    exact(layer, false, layer.tailStart(), kvHead, queries, codeEnd, end, out, outOffset, lane);
    for (int j = 0; j < queries; j++) {
      ROWS.scale((float) (1 / lane.tileSum[j]), out, outOffset + j * dim, dim);
    }
  }

  /**
   * Sinks or tail: exact rows of positions {@code [from, to)}, the first of them at {@code base}.
   */
  private static void exact(
      LayerRows layer,
      boolean sinks,
      int base,
      int kvHead,
      int queries,
      int from,
      int to,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    ExactRows keys = sinks ? layer.keys().sinks() : layer.keys().tail();
    ExactRows values = sinks ? layer.values().sinks() : layer.values().tail();
    float[] s = lane.scores;
    for (int at = from; at < to; at += STRETCH) {
      int n = Math.min(STRETCH, to - at);
      int low = at - base;
      keys.score(kvHead, low, low + n, queries, lane.queries, 0, s, 0, n);
      weigh(layer, false, queries, n, out, outOffset, lane);
      values.accumulate(kvHead, low, low + n, queries, s, 0, n, out, outOffset);
    }
  }

  private static void coded(
      LayerRows layer,
      int kvHead,
      int queries,
      int from,
      int to,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    KvTrack keys = layer.keys().track();
    KvTrack values = layer.values().track();
    Mean mean = layer.keys().mean();
    float[] q = lane.queries;
    float[] s = lane.scores;
    keys.prepareQueries(kvHead, queries, q, 0, lane.track);
    for (int at = from; at < to; at += STRETCH) {
      int end = Math.min(to, at + STRETCH);
      int n = end - at;
      keys.score(kvHead, at, end, queries, s, 0, n, lane.track);
      if (mean != null) {
        MeanScores.add(mean, kvHead, layer.dim(), at, end, queries, q, 0, s, 0, n, lane.small);
      }
      weigh(layer, true, queries, n, out, outOffset, lane);
      values.clearSums(queries, lane.sumTrack);
      values.accumulate(kvHead, at, end, queries, s, 0, n, lane.sumTrack);
      values.finishSums(kvHead, queries, out, outOffset, lane.sumTrack);
    }
    Mean valueMean = layer.values().mean();
    if (valueMean != null) {
      valueMean.addOutputs(kvHead, queries, lane.sums, out, outOffset, lane.small);
    }
  }

  /**
   * Turns scores into weights relative to the greatest score so far. Where that grows, all that was
   * summed before fades.
   */
  private static void weigh(
      LayerRows layer,
      boolean coded,
      int queries,
      int n,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    float[] s = lane.scores;
    float softCap = layer.attention().softCap();
    int dim = layer.dim();
    for (int j = 0; j < queries; j++) {
      if (softCap > 0) {
        SOFTMAX.softCap(s, j * n, n, softCap);
      }
      float max = SOFTMAX.max(s, j * n, n);
      if (max > lane.tileMax[j]) {
        lane.fade[0] = lane.tileMax[j];
        float fade = SOFTMAX.expSum(lane.fade, 0, 1, max);
        ROWS.scale(fade, out, outOffset + j * dim, dim);
        lane.tileSum[j] *= fade;
        lane.sums[j] *= fade;
        lane.tileMax[j] = max;
      }
      float sum = SOFTMAX.expSum(s, j * n, n, lane.tileMax[j]);
      lane.tileSum[j] += sum;
      lane.sums[j] += coded ? sum : 0;
    }
  }
}

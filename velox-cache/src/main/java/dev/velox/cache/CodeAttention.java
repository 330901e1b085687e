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

  /** Rows of one partial sum: an fp32 sum over a whole long context would lose digits. */
  private static final int PARTIAL = 4096;

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
   * Attends with {@code queries} heads that read {@code kvHead}, over the rows before {@code end}.
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
    System.arraycopy(q, qOffset, lane.queries, 0, queries * dim);
    Arrays.fill(out, outOffset, outOffset + queries * dim, 0);
    if (end == 0) {
      return;
    }
    AttentionSpec spec = layer.attention();
    ROWS.scale(spec.scale(), lane.queries, 0, queries * dim);

    int first = spec.firstVisible(end - 1);
    int sinkEnd = Math.clamp(layer.sinkRows(), first, end);
    int codeEnd = Math.clamp(layer.frontier(), sinkEnd, end);
    int stride = end - first;
    score(layer.keys(), layer, kvHead, queries, first, sinkEnd, codeEnd, end, stride, lane);

    float[] s = lane.scores;
    for (int j = 0; j < queries; j++) {
      int at = j * stride;
      if (spec.softCap() > 0) {
        SOFTMAX.softCap(s, at, stride, spec.softCap());
      }
      float max = SOFTMAX.max(s, at, stride);
      float exact = SOFTMAX.expSum(s, at, sinkEnd - first, max);
      float coded = SOFTMAX.expSum(s, at + sinkEnd - first, codeEnd - sinkEnd, max);
      exact += SOFTMAX.expSum(s, at + codeEnd - first, end - codeEnd, max);
      lane.sums[j] = coded;
      lane.tileSum[j] = exact + coded;
    }
    accumulate(
        layer.values(),
        layer,
        kvHead,
        queries,
        first,
        sinkEnd,
        codeEnd,
        end,
        stride,
        out,
        outOffset,
        lane);
    for (int j = 0; j < queries; j++) {
      ROWS.scale((float) (1 / lane.tileSum[j]), out, outOffset + j * dim, dim);
    }
  }

  private static void score(
      RoleRows keys,
      LayerRows layer,
      int kvHead,
      int queries,
      int first,
      int sinkEnd,
      int codeEnd,
      int end,
      int stride,
      ReaderScratch.Lane lane) {
    float[] q = lane.queries;
    float[] s = lane.scores;
    if (sinkEnd > first) {
      keys.sinks().score(kvHead, first, sinkEnd, queries, q, 0, s, 0, stride);
    }
    if (codeEnd > sinkEnd) {
      int at = sinkEnd - first;
      keys.track().prepareQueries(kvHead, queries, q, 0, lane.track);
      keys.track().score(kvHead, sinkEnd, codeEnd, queries, s, at, stride, lane.track);
      Mean mean = keys.mean();
      if (mean != null) {
        MeanScores.add(
            mean, kvHead, layer.dim(), sinkEnd, codeEnd, queries, q, 0, s, at, stride, lane.small);
      }
    }
    if (end > codeEnd) {
      int base = layer.tailStart();
      keys.tail()
          .score(kvHead, codeEnd - base, end - base, queries, q, 0, s, codeEnd - first, stride);
    }
  }

  private static void accumulate(
      RoleRows values,
      LayerRows layer,
      int kvHead,
      int queries,
      int first,
      int sinkEnd,
      int codeEnd,
      int end,
      int stride,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    float[] w = lane.scores;
    if (sinkEnd > first) {
      values.sinks().accumulate(kvHead, first, sinkEnd, queries, w, 0, stride, out, outOffset);
    }
    if (codeEnd > sinkEnd) {
      for (int from = sinkEnd; from < codeEnd; from += PARTIAL) {
        int to = Math.min(codeEnd, from + PARTIAL);
        values.track().clearSums(queries, lane.track);
        values.track().accumulate(kvHead, from, to, queries, w, from - first, stride, lane.track);
        values.track().finishSums(kvHead, queries, out, outOffset, lane.track);
      }
      Mean mean = values.mean();
      if (mean != null) {
        mean.addOutputs(kvHead, queries, lane.sums, out, outOffset, lane.small);
      }
    }
    if (end > codeEnd) {
      int base = layer.tailStart();
      values
          .tail()
          .accumulate(
              kvHead,
              codeEnd - base,
              end - base,
              queries,
              w,
              codeEnd - first,
              stride,
              out,
              outOffset);
    }
  }
}

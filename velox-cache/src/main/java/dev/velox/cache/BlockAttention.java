package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.SoftmaxKernels;
import java.util.Arrays;

/**
 * Causal attention of many positions that see the same codes: each block is decoded once and serves
 * every query, with a running softmax (Milakov and Gimelshein 2018). Never more than one block of
 * keys and one of values is in float form.
 */
final class BlockAttention {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final SoftmaxKernels SOFTMAX = Kernels.active().softmax();
  private static final int BLOCK = KvTrack.BLOCK;

  private BlockAttention() {}

  /**
   * Attends with all query heads of one kv head at positions {@code [position, position + tokens)}.
   *
   * @param q floats {@code [tokens][queryHeads][headDim]} from {@code qOffset}
   * @param out shaped as {@code q}; the heads of {@code kvHead} are written
   */
  static void attend(
      LayerRows layer,
      int kvHead,
      int position,
      int tokens,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    int group = layer.group();
    int dim = layer.dim();
    int row = layer.queryRow();
    int n = tokens * group;
    int heads = kvHead * group * dim;
    for (int i = 0; i < tokens; i++) {
      System.arraycopy(
          q, qOffset + i * row + heads, lane.tileQueries, i * group * dim, group * dim);
    }
    AttentionSpec spec = layer.attention();
    ROWS.scale(spec.scale(), lane.tileQueries, 0, n * dim);
    Arrays.fill(lane.tileOut, 0, n * dim, 0);
    Arrays.fill(lane.tileMax, 0, n, Float.NEGATIVE_INFINITY);
    Arrays.fill(lane.tileSum, 0, n, 0);

    int end = position + tokens;
    for (int from = spec.firstVisible(position); from < end; ) {
      int to = Math.min(layer.regionEnd(from), Math.min(from + BLOCK, end));
      layer.read(Role.KEYS, kvHead, from, to, lane.keys, 0, lane.track, lane.small);
      ROWS.scoreRows(
          lane.keys, 0, to - from, dim, lane.tileQueries, 0, n, dim, lane.tileScores, 0, BLOCK);
      weigh(spec, position, tokens, group, dim, from, to, lane);
      layer.read(Role.VALUES, kvHead, from, to, lane.values, 0, lane.track, lane.small);
      ROWS.accumulateRows(
          lane.values, 0, to - from, dim, lane.tileScores, 0, n, BLOCK, lane.tileOut, 0, dim);
      from = to;
    }
    for (int j = 0; j < n; j++) {
      ROWS.scale((float) (1 / lane.tileSum[j]), lane.tileOut, j * dim, dim);
    }
    for (int i = 0; i < tokens; i++) {
      System.arraycopy(
          lane.tileOut, i * group * dim, out, outOffset + i * row + heads, group * dim);
    }
  }

  /** Turns the scores of rows {@code [from, to)} into weights, rescaling what was summed before. */
  private static void weigh(
      AttentionSpec spec,
      int position,
      int tokens,
      int group,
      int dim,
      int from,
      int to,
      ReaderScratch.Lane lane) {
    float[] s = lane.tileScores;
    for (int i = 0; i < tokens; i++) {
      int p = position + i;
      int low = Math.clamp(spec.firstVisible(p), from, to) - from;
      int high = Math.max(Math.min(p + 1, to) - from, low);
      for (int j = i * group; j < (i + 1) * group; j++) {
        int at = j * BLOCK;
        Arrays.fill(s, at, at + low, 0);
        Arrays.fill(s, at + high, at + to - from, 0);
        if (high == low) {
          continue;
        }
        if (spec.softCap() > 0) {
          SOFTMAX.softCap(s, at + low, high - low, spec.softCap());
        }
        float before = lane.tileMax[j];
        float max = Math.max(before, SOFTMAX.max(s, at + low, high - low));
        if (max > before) {
          lane.tileMax[j] = max;
          if (before != Float.NEGATIVE_INFINITY) {
            lane.sums[0] = before;
            float fade = SOFTMAX.expSum(lane.sums, 0, 1, max);
            ROWS.scale(fade, lane.tileOut, j * dim, dim);
            lane.tileSum[j] *= fade;
          }
        }
        lane.tileSum[j] += SOFTMAX.expSum(s, at + low, high - low, max);
      }
    }
  }
}

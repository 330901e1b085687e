package dev.velox.kernels.track;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The skeleton of a block track whose tokens are coded in groups of channels. It owns the
 * arithmetic of exact precision; a method adds how codes, steps and zero points are stored, and may
 * arrange channels in an order or at a scale of its own.
 *
 * <p>With {@code x = step_g * code + zero_g}, a score is {@code sum_g step_g <q_g, code_g> + zero_g
 * sum(q_g)}: the sums of q are made once a query, and zero points need no channel. A weighted sum
 * keeps {@code sum_t w_t zero_g} apart and adds it to the channels at the end.
 */
public abstract class GroupTrack extends BlockTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private final GroupStrip strip;

  /**
   * A track, empty or with the contents of a state.
   *
   * @param context shape and memory
   * @param layout what a block consists of
   * @param strip groups, and what scratch holds
   * @param state the contents, or null for an empty track
   */
  protected GroupTrack(
      TrackContext context, BlockLayout layout, GroupStrip strip, @Nullable TrackState state) {
    super(context, layout, state);
    this.strip = strip;
  }

  /**
   * Unpacks tokens into the strip: their codes as floats, and a step and a zero point a group.
   *
   * @param block the block
   * @param kvHead which head
   * @param token first token within the block
   * @param count at most {@link GroupStrip#tokens}
   * @param scratch receives them where the strip says
   */
  protected abstract void unpack(
      Block block, int kvHead, int token, int count, TrackScratch scratch);

  /**
   * Arranges a query as codes are arranged; a copy if not said otherwise.
   *
   * @param kvHead which head
   * @param q one query
   * @param qOffset its first float
   * @param arranged receives {@code headDim} floats
   * @param offset first float there
   */
  protected void arrangeQuery(int kvHead, float[] q, int qOffset, float[] arranged, int offset) {
    System.arraycopy(q, qOffset, arranged, offset, headDim());
  }

  /**
   * Adds a finished sum, arranged as codes are, to an output; channel by channel if not said
   * otherwise.
   *
   * @param kvHead which head
   * @param sum one sum
   * @param sumOffset its first float
   * @param out added to
   * @param outOffset first float there
   */
  protected void addArranged(int kvHead, float[] sum, int sumOffset, float[] out, int outOffset) {
    for (int c = 0; c < headDim(); c++) {
      out[outOffset + c] += sum[sumOffset + c];
    }
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      arrangeQuery(kvHead, q, qOffset + j * headDim(), f, j * headDim());
      for (int g = 0; g < strip.groups(); g++) {
        int from = j * headDim() + g * strip.group();
        int to = Math.min(from + strip.group(), (j + 1) * headDim());
        double sum = 0;
        for (int c = from; c < to; c++) {
          sum += f[c];
        }
        f[strip.sumsAt() + j * strip.groups() + g] = (float) sum;
      }
    }
  }

  /** Unpacks tokens and multiplies each code by its step; their zero points stay beside. */
  private void load(Block block, int kvHead, int token, int count, TrackScratch scratch) {
    unpack(block, kvHead, token, count, scratch);
    float[] f = scratch.floats;
    GROUPS.scaleGroups(f, strip.codesAt(), count, headDim(), strip.group(), f, strip.stepsAt());
  }

  /**
   * Decodes tokens into the strip, arranged as codes are: their floats stand where their codes do.
   *
   * @param block the block
   * @param kvHead which head
   * @param token first token within the block
   * @param count at most {@link GroupStrip#tokens}
   * @param scratch receives them
   */
  protected final void decodeStrip(
      Block block, int kvHead, int token, int count, TrackScratch scratch) {
    load(block, kvHead, token, count, scratch);
    for (int t = 0; t < count; t++) {
      int zeros = strip.zerosAt() + t * strip.groups();
      addGroups(scratch.floats, zeros, strip.codesAt() + t * headDim());
    }
  }

  /** Adds a number a group to every channel of one token or sum. */
  private void addGroups(float[] f, int numbers, int row) {
    for (int g = 0; g < strip.groups(); g++) {
      float number = f[numbers + g];
      int from = row + g * strip.group();
      int to = Math.min(from + strip.group(), row + headDim());
      for (int c = from; c < to; c++) {
        f[c] += number;
      }
    }
  }

  @Override
  protected final void scoreBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      load(block, kvHead, t, n, scratch);
      int at = offset + t - from;
      ROWS.scoreRows(f, strip.codesAt(), n, dim, f, 0, queries, dim, scores, at, stride);
      addZeros(n, queries, f, scores, at, stride);
    }
  }

  private void addZeros(int n, int queries, float[] f, float[] scores, int offset, int stride) {
    int groups = strip.groups();
    for (int j = 0; j < queries; j++) {
      int sums = strip.sumsAt() + j * groups;
      for (int t = 0; t < n; t++) {
        int zeros = strip.zerosAt() + t * groups;
        float sum = 0;
        for (int g = 0; g < groups; g++) {
          sum = Math.fma(f[zeros + g], f[sums + g], sum);
        }
        scores[offset + j * stride + t] += sum;
      }
    }
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    int at = strip.sumsAt();
    Arrays.fill(scratch.floats, at, at + queries * strip.groups(), 0f);
  }

  @Override
  protected final void accumulateBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    float[] f = scratch.floats;
    int dim = headDim();
    int groups = strip.groups();
    int sums = strip.sumsAt();
    for (int t = from; t < to; t += strip.tokens()) {
      int n = Math.min(strip.tokens(), to - t);
      load(block, kvHead, t, n, scratch);
      int at = offset + t - from;
      ROWS.accumulateRows(f, strip.codesAt(), n, dim, weights, at, queries, stride, f, 0, dim);
      ROWS.accumulateRows(
          f, strip.zerosAt(), n, groups, weights, at, queries, stride, f, sums, groups);
    }
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int j = 0; j < queries; j++) {
      addGroups(f, strip.sumsAt() + j * strip.groups(), j * headDim());
      addArranged(kvHead, f, j * headDim(), out, offset + j * headDim());
    }
  }
}

package dev.velox.nuq;

import dev.velox.api.spi.PlanReport;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;

/**
 * The outliers of key blocks as they are stored: a binary16 and a place each. The code under an
 * outlier is 0, so that a score is corrected by {@code q_c * (x - level_c[0])} without reading the
 * code.
 */
interface KeyOutliers {

  /** A layout with their plane or extras. */
  BlockLayout addTo(BlockLayout layout);

  /** Whether they lie in a plane, so that the block tells where those of blocks behind it lie. */
  boolean inPlanes();

  /** Floats that {@link #addScores} works with. */
  int workFloats();

  /** Bytes beyond those of planes. */
  PlanReport plan(int blocks, int kvHeads);

  /**
   * Corrects scores of part of a block.
   *
   * @param block the block
   * @param behind 0, or how many places behind that block the one meant lies; only if {@link
   *     #inPlanes}
   * @param kvHead which head
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param f queries {@code [queries][headDim]} from 0, what code 0 of each channel stands for,
   *     working memory
   * @param zeroAt what it stands for in channel 0
   * @param workAt first of {@link #workFloats} floats
   * @param scores {@code scores[offset + j * stride + (t - from)]}, added to
   * @param offset first float
   * @param stride floats between queries
   */
  void addScores(
      Block block,
      int behind,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] f,
      int zeroAt,
      int workAt,
      float[] scores,
      int offset,
      int stride);

  /**
   * Puts outliers in the place of decoded numbers.
   *
   * @param block the block
   * @param kvHead which head
   * @param from first token within the block
   * @param to one past the last
   * @param rows floats {@code [to - from][headDim]}
   * @param offset first float
   */
  void patch(Block block, int kvHead, int from, int to, float[] rows, int offset);

  /** How many outliers the tokens of a block have. */
  long count(Block block, int kvHead);

  /**
   * Refuses a block from elsewhere whose outliers point outside it.
   *
   * @throws dev.velox.api.FormatException naming what is wrong
   */
  void check(Block block, int kvHead);
}

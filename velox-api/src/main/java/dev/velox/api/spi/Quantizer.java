package dev.velox.api.spi;

import java.lang.foreign.MemorySegment;

/**
 * Codes of one head vector, and arithmetic on those codes. Knows its role, head dim and options,
 * and no position; one instance serves all heads of a layer and all threads, so it keeps no mutable
 * state.
 */
public interface Quantizer {

  /**
   * Bytes a coded vector takes, metadata included.
   *
   * @return bytes, at least 1
   */
  int codeBytes();

  /**
   * Floats of working memory each call below may use.
   *
   * @return floats
   */
  int scratchFloats();

  /**
   * Encodes one vector.
   *
   * @param x its floats
   * @param xOffset the first
   * @param codes receives the bytes
   * @param at the first byte
   * @param scratch working memory
   * @param scratchOffset its first float
   */
  void encode(
      float[] x, int xOffset, MemorySegment codes, long at, float[] scratch, int scratchOffset);

  /**
   * Decodes one vector.
   *
   * @param codes the bytes
   * @param at the first byte
   * @param x receives the floats
   * @param xOffset the first
   * @param scratch working memory
   * @param scratchOffset its first float
   */
  void decode(
      MemorySegment codes, long at, float[] x, int xOffset, float[] scratch, int scratchOffset);

  /**
   * Transforms a query once, before dot products; in place.
   *
   * @param query its floats
   * @param offset the first
   */
  default void prepareQuery(float[] query, int offset) {}

  /**
   * Dot products of prepared queries with one coded vector: the codes are unpacked once for all of
   * them.
   *
   * @param queries how many
   * @param q prepared queries {@code [queries][headDim]}
   * @param qOffset the first float
   * @param codes the bytes
   * @param at the first byte
   * @param scores receives query j's product at {@code sOffset + j * stride}
   * @param sOffset query 0's place
   * @param stride floats between queries
   * @param scratch working memory
   * @param scratchOffset its first float
   */
  void dot(
      int queries,
      float[] q,
      int qOffset,
      MemorySegment codes,
      long at,
      float[] scores,
      int sOffset,
      int stride,
      float[] scratch,
      int scratchOffset);

  /**
   * Adds one coded vector to running sums, weighted per query.
   *
   * @param queries how many
   * @param weights query j's weight at {@code wOffset + j * stride}
   * @param wOffset query 0's place
   * @param stride floats between queries
   * @param codes the bytes
   * @param at the first byte
   * @param sums running sums {@code [queries][headDim]}
   * @param sumOffset the first float
   * @param scratch working memory
   * @param scratchOffset its first float
   */
  void addScaled(
      int queries,
      float[] weights,
      int wOffset,
      int stride,
      MemorySegment codes,
      long at,
      float[] sums,
      int sumOffset,
      float[] scratch,
      int scratchOffset);

  /**
   * Transforms a finished sum back, once; in place.
   *
   * @param sum its floats
   * @param offset the first
   */
  default void finishSum(float[] sum, int offset) {}
}

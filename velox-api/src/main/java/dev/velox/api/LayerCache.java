package dev.velox.api;

/**
 * Keys and values of one layer. Rows are {@code [token][kvHead][headDim]}, keys already rotated to
 * their position, which is the number of rows before them. One writer; readers may run on many
 * threads between writes.
 */
public interface LayerCache {

  /**
   * Rows held.
   *
   * @return the length of this layer
   */
  int length();

  /**
   * Appends rows. On failure nothing has changed.
   *
   * @param keys keys, {@code [tokens][kvHeads][headDim]} from {@code kOffset}
   * @param kOffset first float of the keys
   * @param values values, shaped alike
   * @param vOffset first float of the values
   * @param tokens rows to append; 0 does nothing
   * @throws CapacityException beyond the shape's capacity
   * @throws BudgetException beyond the memory budget
   * @throws NonFiniteException for NaN or infinity, naming where
   */
  void append(float[] keys, int kOffset, float[] values, int vOffset, int tokens);

  /**
   * Attention of the newest position: its row has been appended. An empty cache gives zeros.
   *
   * @param fromHead first query head to compute
   * @param toHead one past the last
   * @param q queries of ALL heads, {@code [queryHeads][headDim]} from {@code qOffset}
   * @param qOffset first float of query head 0
   * @param out outputs of all heads, shaped as {@code q}; only the heads asked for are written
   * @param outOffset first float of output head 0
   * @param scratch working memory of this thread
   */
  void attend(
      int fromHead,
      int toHead,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      Scratch scratch);

  /**
   * Appends rows and attends causally with each of them, in one call: the output at a position is
   * that of appending and attending token by token. On failure nothing has changed.
   *
   * @param keys keys, {@code [tokens][kvHeads][headDim]}
   * @param kOffset first float of the keys
   * @param values values, shaped alike
   * @param vOffset first float of the values
   * @param q queries, {@code [tokens][queryHeads][headDim]}
   * @param qOffset first float of the queries
   * @param tokens rows
   * @param out outputs, shaped as {@code q}
   * @param outOffset first float of the outputs
   * @param scratch working memory; its workers share the heads
   */
  void extend(
      float[] keys,
      int kOffset,
      float[] values,
      int vOffset,
      float[] q,
      int qOffset,
      int tokens,
      float[] out,
      int outOffset,
      Scratch scratch);

  /**
   * Writes the rows as stored, decoded; keys come back rotated.
   *
   * @param role keys or values
   * @param kvHead which head
   * @param from first position
   * @param to one past the last
   * @param rows receives {@code [to - from][headDim]}
   * @param offset first float to write
   * @throws TrimException for positions that a sliding window has forgotten
   */
  void materialize(Role role, int kvHead, int from, int to, float[] rows, int offset);

  /**
   * How many of the first rows are no longer exact: positions {@code [sinks, frontier)} are codes.
   *
   * @return the first position after the codes
   */
  int frontier();
}

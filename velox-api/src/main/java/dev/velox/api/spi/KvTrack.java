package dev.velox.api.spi;

import dev.velox.api.Figure;
import java.util.List;

/**
 * Keys OR values of one layer in coded form, all kv heads. Rows are addressed by their position in
 * the sequence; they arrive in order, are contiguous, and are finite. Keys come rotated; rows of
 * centred roles come minus their mean.
 *
 * <p>One writer, and many readers between writes, each with its own {@link TrackScratch}. Score and
 * accumulate read codes; only {@code decode} gives rows back. Every byte the track keeps comes from
 * its {@link KvMemory} and is reachable from {@link #state()}.
 */
public interface KvTrack {

  /** Tokens of a sealed block: the unit in which the host hands rows over. */
  int BLOCK = 64;

  /**
   * Most queries of one {@code prepareQueries} or {@code clearSums}; the host decodes blocks for
   * more.
   */
  int MAX_QUERIES = 8;

  /**
   * Begins an append: takes all memory it needs. The host has reserved the plan's high bound, so
   * this does not fail for the budget. {@link #encode} follows once for each kv head.
   *
   * @param position position of the first row, right after the rows held (any position for an empty
   *     track)
   * @param rows rows to come, at least 1; the first append brings the fit rows of the traits, later
   *     ones whole blocks. A last append may be shorter
   */
  void begin(int position, int rows);

  /**
   * Encodes the rows announced by {@link #begin} for one head.
   *
   * @param kvHead which head; heads come in order
   * @param rows floats {@code [rows][headDim]}; may be overwritten
   * @param offset first float
   */
  void encode(int kvHead, float[] rows, int offset);

  /**
   * May lay coded rows out afresh, so that they are read faster: codes stay bit for bit. The writer
   * calls it after an append, outside any reservation; without memory to spare nothing happens.
   */
  default void tidy() {}

  /**
   * Keys only: takes queries for the scores that follow; rotates, permutes, builds tables.
   *
   * @param kvHead the head they attend to
   * @param queries how many, 1 to {@link #MAX_QUERIES}
   * @param q floats {@code [queries][headDim]}, already scaled
   * @param qOffset first float
   * @param scratch keeps the prepared queries
   */
  void prepareQueries(int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch);

  /**
   * Keys only: dot products of the prepared queries with coded rows.
   *
   * @param kvHead the head of {@code prepareQueries}
   * @param from first position
   * @param to one past the last
   * @param queries as prepared
   * @param scores receives {@code scores[offset + j * stride + (t - from)]}
   * @param offset first float
   * @param stride floats from one query's scores to the next's
   * @param scratch as prepared
   */
  void score(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch);

  /**
   * Values only: sets the running sums to zero.
   *
   * @param queries how many, 1 to {@link #MAX_QUERIES}
   * @param scratch keeps the sums
   */
  void clearSums(int queries, TrackScratch scratch);

  /**
   * Values only: adds weighted coded rows to the running sums.
   *
   * @param kvHead which head
   * @param from first position
   * @param to one past the last
   * @param queries as cleared
   * @param weights {@code weights[offset + j * stride + (t - from)]}, each 0 or more
   * @param offset first float
   * @param stride floats from one query's weights to the next's
   * @param scratch holds the sums
   */
  void accumulate(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch);

  /**
   * Values only: adds the finished sums, rotated or permuted back, to the output.
   *
   * @param kvHead which head
   * @param queries as cleared
   * @param out floats {@code [queries][headDim]}, added to
   * @param offset first float
   * @param scratch holds the sums
   */
  void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch);

  /**
   * Decodes rows as {@code score} and {@code accumulate} see them.
   *
   * @param kvHead which head
   * @param from first position
   * @param to one past the last
   * @param rows receives {@code [to - from][headDim]}
   * @param offset first float
   * @param scratch working memory
   */
  void decode(int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch);

  /**
   * Keeps the rows before a position bit for bit; whole blocks past it are released. Frozen tables
   * stay. What stays may be moved to less memory; without memory to spare it lies where it was.
   *
   * @param position one past the last row to keep, not past the rows held
   */
  void trim(int position);

  /**
   * Releases whole blocks that end at or before a position.
   *
   * @param position rows before it are not read any more
   */
  void forget(int position);

  /** Releases everything, tables included: the track is as newly opened. */
  void clear();

  /**
   * All it holds, for fork, audit and snapshot.
   *
   * @return segments and numbers
   */
  TrackState state();

  /**
   * What it has to say about itself.
   *
   * @return figures such as clamped values; may be empty
   */
  List<Figure> figures();
}

package dev.velox.api.spi;

/**
 * A track whose frozen tables can be fitted with a weight for each row: optional, beside {@link
 * KvTrack}. A host that has weights calls {@link #encode} in place of {@link KvTrack#encode} in the
 * first append; a track without this interface is given none.
 *
 * <p>A weight says how much an error in that row costs, such as the attention the row received.
 * Only their ratios matter; with equal weights the tables are those of {@link KvTrack#encode}.
 */
public interface WeightedFit {

  /**
   * Encodes the rows announced by {@link KvTrack#begin} for one head, tables fitted by weight.
   *
   * @param kvHead which head; heads come in order
   * @param rows floats {@code [rows][headDim]}; may be overwritten
   * @param offset first float
   * @param weights one a row, finite, 0 or more, not all 0
   * @param wOffset the first
   */
  void encode(int kvHead, float[] rows, int offset, float[] weights, int wOffset);
}

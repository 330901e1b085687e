package dev.velox.kernels.track;

import dev.velox.api.spi.KvTrack;

/**
 * Where a {@link GroupTrack} keeps what it works on: the floats of a scratch, in this order.
 *
 * <p>Queries or sums {@code [8][headDim]}; the sums of each query's groups, or of weighted zero
 * points, {@code [8][groups]}; then one strip of tokens: codes {@code [tokens][headDim]}, steps and
 * zero points {@code [tokens][groups]} each, and those of one group {@code [tokens]} each.
 *
 * @param headDim channels of a head
 * @param group channels that share a step and a zero point; the last group of a token may be short
 */
public record GroupStrip(int headDim, int group) {
  private static final int STRIP_FLOATS = 4096;

  /**
   * Groups of a token.
   *
   * @return {@code ceil(headDim / group)}
   */
  public int groups() {
    return (headDim + group - 1) / group;
  }

  /**
   * Tokens unpacked at a time.
   *
   * @return 1 to 64
   */
  public int tokens() {
    return Math.clamp(STRIP_FLOATS / headDim, 1, KvTrack.BLOCK);
  }

  /**
   * The sums of the first query's groups.
   *
   * @return index of a float
   */
  public int sumsAt() {
    return KvTrack.MAX_QUERIES * headDim;
  }

  /**
   * The codes of the strip's first token.
   *
   * @return index of a float
   */
  public int codesAt() {
    return sumsAt() + KvTrack.MAX_QUERIES * groups();
  }

  /**
   * The steps of the strip's first token.
   *
   * @return index of a float
   */
  public int stepsAt() {
    return codesAt() + tokens() * headDim;
  }

  /**
   * The zero points of the strip's first token.
   *
   * @return index of a float
   */
  public int zerosAt() {
    return stepsAt() + tokens() * groups();
  }

  /** The steps of one group, then its zero points. */
  int oneGroupAt() {
    return zerosAt() + tokens() * groups();
  }

  /**
   * All of them.
   *
   * @return how many floats a scratch needs
   */
  public int floats() {
    return oneGroupAt() + 2 * tokens();
  }
}

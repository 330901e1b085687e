package dev.velox.kernels.track;

import dev.velox.api.spi.KvTrack;

/**
 * Where a {@link GroupTrack} keeps what it works on: the floats of a scratch, in this order.
 *
 * <p>Queries or sums {@code [8][headDim]}; the sums of each query's groups, or of weighted zero
 * points, {@code [8][groups]}; then one strip of tokens: codes {@code [tokens][headDim]}, steps and
 * zero points {@code [tokens][groups]} each, and those of one group {@code [tokens]} each. Places
 * are worked out once: they are asked for at every block. Immutable.
 */
public final class GroupStrip {
  private static final int STRIP_FLOATS = 4096;

  private final int headDim;
  private final int group;
  private final int groups;
  private final int tokens;
  private final int codes;
  private final int steps;
  private final int zeros;
  private final int oneGroup;

  /**
   * Places for a geometry.
   *
   * @param headDim channels of a head
   * @param group channels that share a step and a zero point; the last group of a token may be
   *     short
   */
  public GroupStrip(int headDim, int group) {
    this.headDim = headDim;
    this.group = group;
    this.groups = (headDim + group - 1) / group;
    this.tokens = Math.clamp(STRIP_FLOATS / headDim, 1, KvTrack.BLOCK);
    this.codes = KvTrack.MAX_QUERIES * (headDim + groups);
    this.steps = codes + tokens * headDim;
    this.zeros = steps + tokens * groups;
    this.oneGroup = zeros + tokens * groups;
  }

  /**
   * Channels of a head.
   *
   * @return as given
   */
  public int headDim() {
    return headDim;
  }

  /**
   * Channels of a group.
   *
   * @return as given
   */
  public int group() {
    return group;
  }

  /**
   * Groups of a token.
   *
   * @return {@code ceil(headDim / group)}
   */
  public int groups() {
    return groups;
  }

  /**
   * Tokens unpacked at a time.
   *
   * @return 1 to 64
   */
  public int tokens() {
    return tokens;
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
    return codes;
  }

  /**
   * The steps of the strip's first token.
   *
   * @return index of a float
   */
  public int stepsAt() {
    return steps;
  }

  /**
   * The zero points of the strip's first token.
   *
   * @return index of a float
   */
  public int zerosAt() {
    return zeros;
  }

  /** The steps of one group, then its zero points. */
  int oneGroupAt() {
    return oneGroup;
  }

  /**
   * All of them.
   *
   * @return how many floats a scratch needs
   */
  public int floats() {
    return oneGroup + 2 * tokens;
  }
}

package dev.velox.skvq;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.GroupStrip;

/**
 * The geometry of a track: what a block and the frozen tables consist of, and where things lie.
 *
 * <p>Codes: one run a head, token after token. Parameters: for each head the scales of 64 tokens
 * {@code [64][groups]}, then their middles; with eight-bit metadata, behind those of all heads, the
 * power of two of each head. Tables: the order of the channels, then their scales.
 */
record SkvqShape(
    int kvHeads,
    int headDim,
    Levels levels,
    int group,
    Metadata metadata,
    boolean ordered,
    boolean scaled) {
  static final int CODES = 0;
  static final int PARAMETERS = 1;

  /** Rows that order and scales are fitted on: the first that leave the window. */
  static final int FIT_ROWS = 128;

  private static final int SINKS = 5;
  private static final int WINDOW = 128;

  int groups() {
    return (headDim + group - 1) / group;
  }

  /** Bytes of the codes of 64 tokens of one head. */
  long codeBytes() {
    return levels.bytes((long) KvTrack.BLOCK * headDim);
  }

  /** Bytes of the scales, or of the middles, of 64 tokens of one head. */
  private long halfBytes() {
    return (long) KvTrack.BLOCK * groups() * metadata.bytes();
  }

  /** Scales, middles, and the exponent they may share. */
  private long parameterBytes() {
    return 2 * halfBytes() + (metadata.shared() ? 1 : 0);
  }

  long codesAt(int kvHead) {
    return kvHead * codeBytes();
  }

  long scalesAt(int kvHead, int token) {
    return kvHead * parameterBytes() + (long) token * groups() * metadata.bytes();
  }

  long middlesAt(int kvHead, int token) {
    return scalesAt(kvHead, token) + halfBytes();
  }

  long exponentAt(int kvHead) {
    return kvHead * parameterBytes() + 2 * halfBytes();
  }

  Channels channels() {
    return new Channels(headDim, ordered, scaled);
  }

  BlockLayout layout(Role role) {
    ByteRole codes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    BlockLayout layout =
        BlockLayout.of(
            kvHeads,
            new BlockLayout.Plane("codes", codes, codeBytes()),
            new BlockLayout.Plane("parameters", ByteRole.PARAMETERS, parameterBytes()));
    Channels channels = channels();
    if (ordered) {
      layout = layout.withTable("order", (long) kvHeads * channels.orderBytes());
    }
    return scaled ? layout.withTable("scale", (long) kvHeads * channels.scaleBytes()) : layout;
  }

  /** How tokens are worked on once unpacked. */
  GroupStrip strip() {
    return new GroupStrip(headDim, group);
  }

  TrackTraits traits() {
    GroupStrip strip = strip();
    int fit = ordered || scaled ? FIT_ROWS : 0;
    int bytes = strip.tokens() * headDim + Levels.ALIGNED;
    return new TrackTraits(true, ExactType.F16, fit, false, SINKS, WINDOW, strip.floats(), bytes);
  }
}

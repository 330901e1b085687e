package dev.velox.skvq;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.CodedPlane;
import dev.velox.kernels.track.GroupStrip;
import org.jspecify.annotations.Nullable;

/**
 * The geometry of a track: what a block and the frozen tables consist of, and where things lie.
 *
 * <p>A block, head by head: the scales {@code [groups][64]} of 64 tokens, their middles, then their
 * codes, laid out for tables where {@link GroupTables} has a layout, otherwise in one run, token
 * after token. With eight-bit metadata, beside it: the power of two they share, a byte a head.
 * Tables: the order of the channels, then their scales.
 */
record SkvqShape(
    Role role,
    int kvHeads,
    int headDim,
    Levels levels,
    int group,
    Metadata metadata,
    boolean ordered,
    boolean scaled) {
  static final int BLOCK = 0;
  static final int EXPONENTS = 1;

  /** Rows that order and scales are fitted on: the first that leave the window. */
  static final int FIT_ROWS = 128;

  private static final int SINKS = 5;
  private static final int WINDOW = 128;

  int groups() {
    return (headDim + group - 1) / group;
  }

  /** The layout of codes for tables, or null. */
  @Nullable GroupTables tables() {
    return levels.ternary()
        ? null
        : GroupTables.of(role, headDim, levels.bits(), group, levels.middle()).orElse(null);
  }

  /** Bytes of the codes of 64 tokens of one head. */
  long codeBytes() {
    GroupTables tables = tables();
    return tables == null ? levels.bytes((long) KvTrack.BLOCK * headDim) : tables.codes().bytes();
  }

  /** Bytes of the scales, or of the middles, of 64 tokens of one head. */
  private long halfBytes() {
    return (long) KvTrack.BLOCK * groups() * metadata.bytes();
  }

  /** Scales, then middles, then codes. */
  CodedPlane plane() {
    return new CodedPlane(role, 2 * halfBytes(), codeBytes());
  }

  /** Where a scale lies among the parameters of its block. */
  long scaleAt(int g, int token) {
    return ((long) g * KvTrack.BLOCK + token) * metadata.bytes();
  }

  /** Where a middle lies among the parameters of its block. */
  long middleAt(int g, int token) {
    return scaleAt(g, token) + halfBytes();
  }

  Channels channels() {
    return new Channels(headDim, ordered, scaled);
  }

  BlockLayout layout() {
    BlockLayout layout = BlockLayout.of(kvHeads, plane().plane());
    if (metadata.shared()) {
      layout = layout.withPlane(new BlockLayout.Plane("exponents", ByteRole.PARAMETERS, 1));
    }
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

  /** Bytes of scratch: what a strip is unpacked with. */
  int unpackBytes() {
    return strip().tokens() * headDim + Math.max(Levels.ALIGNED, CodeLayout.SLACK);
  }

  TrackTraits traits() {
    GroupStrip strip = strip();
    int fit = ordered || scaled ? FIT_ROWS : 0;
    GroupTables tables = tables();
    int floats = strip.floats() + (tables == null ? 0 : tables.floats());
    int look = tables == null ? 0 : tables.bytes();
    return new TrackTraits(true, ExactType.F16, fit, false, SINKS, WINDOW, floats, unpackBytes())
        .withTables(look);
  }
}

package dev.velox.baselines;

import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.CodedPlane;
import dev.velox.kernels.track.GroupStrip;
import org.jspecify.annotations.Nullable;

/**
 * The geometry of groups of channels inside each token: where codes, scales and zero points of a
 * block lie.
 *
 * <p>A block, head by head: the scales {@code [groups][64]} of 64 tokens and their zero points, as
 * binary16; then codes, laid out for tables where {@link GroupTables} has a layout, otherwise one
 * packed row a token, rounded up to a byte. The last group of a token may be short.
 */
record TokenGroups(Role role, int kvHeads, int headDim, int bits, int group) {
  int groups() {
    return (headDim + group - 1) / group;
  }

  /** The layout of codes for tables, or null. */
  @Nullable GroupTables tables() {
    return GroupTables.of(role, headDim, bits, group, 0).orElse(null);
  }

  private int rowBytes() {
    return Math.toIntExact(CodeKernels.packedBytes(bits, headDim));
  }

  /** Bytes of the codes of 64 tokens of one head. */
  long codeBytes() {
    GroupTables tables = tables();
    return tables == null ? (long) KvTrack.BLOCK * rowBytes() : tables.codes().bytes();
  }

  /** Scales, then zero points, then codes. */
  CodedPlane plane() {
    return new CodedPlane(role, 4L * KvTrack.BLOCK * groups(), codeBytes());
  }

  /** Where the row of a token lies among the codes of its block, where each token has one. */
  long rowAt(int token) {
    return (long) token * rowBytes();
  }

  /** Where a scale lies among the parameters of its block. */
  long scaleAt(int g, int token) {
    return ((long) g * KvTrack.BLOCK + token) * Short.BYTES;
  }

  /** Where a zero point lies among the parameters of its block. */
  long zeroAt(int g, int token) {
    return scaleAt(groups() + g, token);
  }

  BlockLayout layout() {
    return BlockLayout.of(kvHeads, plane().plane());
  }

  /** How tokens are worked on once unpacked. */
  GroupStrip strip() {
    return new GroupStrip(headDim, group);
  }

  /** Bytes of scratch: what a strip is unpacked with. */
  int unpackBytes() {
    return strip().tokens() * headDim + CodeLayout.SLACK;
  }

  TrackTraits traits() {
    GroupTables tables = tables();
    int floats = strip().floats() + (tables == null ? 0 : tables.floats());
    int look = tables == null ? 0 : tables.bytes();
    return new TrackTraits(true, ExactType.F16, 0, false, 0, 0, floats, unpackBytes())
        .withTables(look);
  }
}

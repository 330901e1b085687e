package dev.velox.baselines;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.GroupStrip;
import org.jspecify.annotations.Nullable;

/**
 * The geometry of groups of channels inside each token: where codes, scales and zero points of a
 * block lie.
 *
 * <p>Codes: laid out for tables where {@link GroupTables} has a layout; otherwise one packed row a
 * token, rounded up to a byte. Parameters, as binary16: the scales {@code [groups][64]} of 64
 * tokens, then their zero points. The last group of a token may be short.
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

  long codesAt(int kvHead) {
    return kvHead * codeBytes();
  }

  /** Where the row of a token begins, where each has one. */
  long codesAt(int kvHead, int token) {
    return ((long) kvHead * KvTrack.BLOCK + token) * rowBytes();
  }

  /** Bytes of the scales and zero points of 64 tokens of one head. */
  long parameterBytes() {
    return 4L * KvTrack.BLOCK * groups();
  }

  long scalesAt(int kvHead, int g, int token) {
    return ((2L * kvHead * groups() + g) * KvTrack.BLOCK + token) * Short.BYTES;
  }

  long zerosAt(int kvHead, int g, int token) {
    return scalesAt(kvHead, g, token) + (long) KvTrack.BLOCK * groups() * Short.BYTES;
  }

  BlockLayout layout() {
    ByteRole codes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    return BlockLayout.of(
        kvHeads,
        new BlockLayout.Plane("codes", codes, codeBytes()),
        new BlockLayout.Plane("parameters", ByteRole.PARAMETERS, parameterBytes()));
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

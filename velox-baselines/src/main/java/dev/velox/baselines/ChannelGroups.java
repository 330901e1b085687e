package dev.velox.baselines;

import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.CodedPlane;

/**
 * The geometry of groups of tokens inside each channel: where codes, scales and zero points of a
 * block lie, and what scratch holds. The group divides the block.
 *
 * <p>A block, head by head: scales {@code [64 / group][headDim]}, then zero points, as binary16;
 * then codes, as {@link ChannelCodes} says.
 *
 * <p>Scratch floats: queries or sums {@code [8][headDim]}; folded queries or unscaled sums {@code
 * [8][headDim]}; scales and zero points of one group; its scores or weights {@code [8][group]};
 * then one strip of channels, then what a {@link ChannelKeyScan} works on.
 */
record ChannelGroups(Role role, int kvHeads, int headDim, int bits, int group) {
  private static final int STRIP_FLOATS = 2048;

  int groups() {
    return KvTrack.BLOCK / group;
  }

  ChannelCodes codes() {
    return ChannelCodes.of(role, headDim, bits, group);
  }

  /** Scales, then zero points, then codes. */
  CodedPlane plane() {
    return new CodedPlane(role, 4L * groups() * headDim, codes().bytes());
  }

  /** Where the scales of a group of tokens lie among the parameters of its block. */
  long scalesAt(int index) {
    return (long) index * headDim * Short.BYTES;
  }

  /** Where the zero points of a group of tokens lie among the parameters of its block. */
  long zerosAt(int index) {
    return scalesAt(groups() + index);
  }

  BlockLayout layout() {
    return BlockLayout.of(kvHeads, plane().plane());
  }

  /** Channels unpacked at a time. */
  int strip() {
    return Math.min(headDim, Math.max(8, STRIP_FLOATS / group & -8));
  }

  int foldedAt() {
    return KvTrack.MAX_QUERIES * headDim;
  }

  int groupScalesAt() {
    return 2 * KvTrack.MAX_QUERIES * headDim;
  }

  int groupZerosAt() {
    return groupScalesAt() + headDim;
  }

  int tokensAt() {
    return groupZerosAt() + headDim;
  }

  int stripAt() {
    return tokensAt() + KvTrack.MAX_QUERIES * group;
  }

  /** Where a scan works. */
  int scanAt() {
    return stripAt() + strip() * group;
  }

  TrackTraits traits() {
    int floats = scanAt() + ChannelKeyScan.floats(headDim);
    int bytes = codes().workBytes(strip());
    return new TrackTraits(true, ExactType.F16, 0, false, 0, 0, floats, bytes);
  }
}

package dev.velox.baselines;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.track.BlockLayout;
import dev.velox.kernels.track.GroupStrip;

/**
 * The geometry of groups of channels inside each token: where codes, scales and zero points of a
 * block lie.
 *
 * <p>Codes: one packed row a token, rounded up to a byte. Parameters, as binary16: the scales of 64
 * tokens {@code [64][groups]}, then their zero points. The last group of a token may be short.
 */
record TokenGroups(int kvHeads, int headDim, int bits, int group) {
  int groups() {
    return (headDim + group - 1) / group;
  }

  int rowBytes() {
    return Math.toIntExact(CodeKernels.packedBytes(bits, headDim));
  }

  long codesAt(int kvHead, int token) {
    return ((long) kvHead * KvTrack.BLOCK + token) * rowBytes();
  }

  long scalesAt(int kvHead, int token) {
    return ((2L * kvHead * KvTrack.BLOCK) + token) * groups() * Short.BYTES;
  }

  long zerosAt(int kvHead, int token) {
    return scalesAt(kvHead, token) + (long) KvTrack.BLOCK * groups() * Short.BYTES;
  }

  BlockLayout layout(Role role) {
    ByteRole codes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    return BlockLayout.of(
        kvHeads,
        new BlockLayout.Plane("codes", codes, (long) KvTrack.BLOCK * rowBytes()),
        new BlockLayout.Plane("parameters", ByteRole.PARAMETERS, 4L * KvTrack.BLOCK * groups()));
  }

  /** How tokens are worked on once unpacked. */
  GroupStrip strip() {
    return new GroupStrip(headDim, group);
  }

  TrackTraits traits() {
    return new TrackTraits(true, ExactType.F16, 0, false, 0, 0, strip().floats(), headDim);
  }
}

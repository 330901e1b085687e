package dev.velox.baselines;

import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.CodedPlane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Codes channels in groups of tokens: grid first, rounded to its stored type, then codes. */
final class ChannelGroupEncoder {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private final ChannelGroups shape;
  private final CodedPlane plane;

  ChannelGroupEncoder(ChannelGroups shape) {
    this.shape = shape;
    this.plane = shape.plane();
  }

  /** Least and greatest of each channel, which become scale and step, and its zero point. */
  int floats() {
    return 3 * shape.headDim();
  }

  /** Codes {@code [64 / group][headDim][group]}, and as many again to lay them out. */
  int bytes() {
    return 2 * shape.headDim() * KvTrack.BLOCK;
  }

  /**
   * Codes the first tokens of a block of one head. A last group may have fewer tokens; the codes of
   * the missing ones are 0 and are never read.
   *
   * @return how many values were clamped
   */
  int encode(
      MemorySegment memory,
      int place,
      float[] rows,
      int offset,
      int tokens,
      float[] work,
      byte[] codeWork) {
    int clamped = 0;
    int dim = shape.headDim();
    int maxCode = (1 << shape.bits()) - 1;
    long parameters = plane.parametersAt(place);
    Arrays.fill(codeWork, 0, dim * KvTrack.BLOCK, (byte) 0);
    for (int i = 0; i * shape.group() < tokens; i++) {
      int first = i * shape.group();
      int n = Math.min(shape.group(), tokens - first);
      int at = offset + first * dim;
      int to = first * dim;
      clamped += grid(rows, at, n, work);
      ROWS.storeF16(work, dim, memory, parameters + shape.scalesAt(i), dim);
      ROWS.storeF16(work, 2 * dim, memory, parameters + shape.zerosAt(i), dim);
      ROWS.scale(GroupGrid.unit(shape.bits()), work, dim, dim);
      GROUPS.encodeColumns(rows, at, dim, n, dim, work, 2 * dim, work, dim, maxCode, codeWork, to);
      spread(codeWork, to, n);
    }
    shape.codes().pack(codeWork, memory, plane.codesAt(place));
    return clamped;
  }

  /** Stored scales at {@code headDim}, zero points at {@code 2 * headDim}. */
  private int grid(float[] rows, int at, int n, float[] work) {
    int dim = shape.headDim();
    GROUPS.minMaxColumns(rows, at, dim, n, dim, work, 0, work, dim);
    int clamped = 0;
    if (beyond(work, dim)) {
      clamped = GroupGrid.clamp(rows, at, n * dim);
      GROUPS.minMaxColumns(rows, at, dim, n, dim, work, 0, work, dim);
    }
    for (int c = 0; c < dim; c++) {
      float zero = GroupGrid.zero(work[c]);
      work[dim + c] = GroupGrid.scale(work[dim + c], zero, shape.bits());
      work[2 * dim + c] = zero;
    }
    return clamped;
  }

  private static boolean beyond(float[] work, int dim) {
    boolean beyond = false;
    for (int c = 0; c < dim; c++) {
      beyond |= work[c] < -GroupGrid.LIMIT || work[dim + c] > GroupGrid.LIMIT;
    }
    return beyond;
  }

  /** Moves runs of n codes to where runs of a whole group belong. */
  private void spread(byte[] codes, int at, int n) {
    int group = shape.group();
    if (n == group) {
      return;
    }
    for (int c = shape.headDim() - 1; c >= 0; c--) {
      System.arraycopy(codes, at + c * n, codes, at + c * group, n);
      Arrays.fill(codes, at + c * group + n, at + (c + 1) * group, (byte) 0);
    }
  }
}

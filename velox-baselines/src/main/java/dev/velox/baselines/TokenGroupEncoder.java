package dev.velox.baselines;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;

/** Codes tokens in groups of channels: grid first, rounded to its stored type, then codes. */
final class TokenGroupEncoder {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private final TokenGroups shape;

  TokenGroupEncoder(TokenGroups shape) {
    this.shape = shape;
  }

  /** Least and greatest of a group, then the scales and the zero points of one token. */
  int floats() {
    return 2 + 2 * shape.groups();
  }

  int bytes() {
    return shape.headDim();
  }

  /**
   * Codes the first tokens of a block of one head.
   *
   * @return how many values were clamped
   */
  int encode(
      MemorySegment codes,
      MemorySegment parameters,
      int place,
      float[] rows,
      int offset,
      int tokens,
      float[] work,
      byte[] codeWork) {
    int clamped = 0;
    for (int t = 0; t < tokens; t++) {
      clamped += row(rows, offset + t * shape.headDim(), work, codeWork);
      CODES.pack(shape.bits(), codeWork, 0, shape.headDim(), codes, shape.codesAt(place, t));
      int groups = shape.groups();
      ROWS.storeF16(work, 2, parameters, shape.scalesAt(place, t), groups);
      ROWS.storeF16(work, 2 + groups, parameters, shape.zerosAt(place, t), groups);
    }
    return clamped;
  }

  private int row(float[] rows, int offset, float[] work, byte[] codes) {
    int clamped = 0;
    int maxCode = (1 << shape.bits()) - 1;
    for (int g = 0; g < shape.groups(); g++) {
      int from = g * shape.group();
      int n = Math.min(shape.group(), shape.headDim() - from);
      GROUPS.minMax(rows, offset + from, n, work);
      if (work[0] < -GroupGrid.LIMIT || work[1] > GroupGrid.LIMIT) {
        clamped += GroupGrid.clamp(rows, offset + from, n);
        GROUPS.minMax(rows, offset + from, n, work);
      }
      float zero = GroupGrid.zero(work[0]);
      float scale = GroupGrid.scale(work[1], zero, shape.bits());
      float step = scale * GroupGrid.unit(shape.bits());
      GROUPS.encode(rows, offset + from, n, zero, step, maxCode, codes, from);
      work[2 + g] = scale;
      work[2 + shape.groups() + g] = zero;
    }
    return clamped;
  }
}

package dev.velox.baselines;

import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.CodedPlane;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Codes tokens in groups of channels: grid first, rounded to its stored type, then codes. */
final class TokenGroupEncoder {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private final TokenGroups shape;
  private final CodedPlane plane;
  private final @Nullable GroupTables tables;

  TokenGroupEncoder(TokenGroups shape) {
    this.shape = shape;
    this.plane = shape.plane();
    this.tables = shape.tables();
  }

  /** Least and greatest of a group, then the scales and the zero points {@code [groups][64]}. */
  int floats() {
    return 2 + 2 * shape.groups() * KvTrack.BLOCK;
  }

  /** Codes {@code [64][headDim]}. */
  int bytes() {
    return KvTrack.BLOCK * shape.headDim();
  }

  /**
   * Codes the first tokens of a block of one head.
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
    for (int t = 0; t < tokens; t++) {
      clamped += row(rows, offset + t * dim, work, t, codeWork, t * dim);
    }
    pack(memory, place, tokens, codeWork);
    int zeros = 2 + shape.groups() * KvTrack.BLOCK;
    long parameters = plane.parametersAt(place);
    for (int g = 0; g < shape.groups(); g++) {
      int at = g * KvTrack.BLOCK;
      ROWS.storeF16(work, 2 + at, memory, parameters + shape.scaleAt(g, 0), tokens);
      ROWS.storeF16(work, zeros + at, memory, parameters + shape.zeroAt(g, 0), tokens);
    }
    return clamped;
  }

  /** Tokens that a block lacks are packed as code 0 where a layout packs them all. */
  private void pack(MemorySegment to, int place, int tokens, byte[] codes) {
    int dim = shape.headDim();
    if (tables != null) {
      Arrays.fill(codes, tokens * dim, KvTrack.BLOCK * dim, (byte) 0);
      tables.codes().pack(codes, 0, to, plane.codesAt(place));
      return;
    }
    for (int t = 0; t < tokens; t++) {
      CODES.pack(shape.bits(), codes, t * dim, dim, to, plane.codesAt(place) + shape.rowAt(t));
    }
  }

  private int row(float[] rows, int offset, float[] work, int token, byte[] codes, int to) {
    int clamped = 0;
    int maxCode = (1 << shape.bits()) - 1;
    int scales = 2 + token;
    int zeros = scales + shape.groups() * KvTrack.BLOCK;
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
      GROUPS.encode(rows, offset + from, n, zero, step, maxCode, codes, to + from);
      work[scales + g * KvTrack.BLOCK] = scale;
      work[zeros + g * KvTrack.BLOCK] = zero;
    }
    return clamped;
  }
}

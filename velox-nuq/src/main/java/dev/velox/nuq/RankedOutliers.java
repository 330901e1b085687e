package dev.velox.nuq;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * So many outliers for each channel of a block: channel after channel, so that the channel need not
 * be stored. A head has {@code [headDim][k]} binary16 values, then as many bytes, each a token; a
 * place that a short block leaves free holds {@link #FREE}.
 *
 * @param headDim channels
 * @param k outliers a channel of 64 tokens
 */
record RankedOutliers(int headDim, int k) implements KeyOutliers {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final int PLANE = 1;
  private static final int FREE = 0xff;
  private static final int ENTRY = Short.BYTES + Byte.BYTES;

  private long headBytes() {
    return (long) headDim * k * ENTRY;
  }

  private long valuesAt(int place) {
    return place * headBytes();
  }

  private long tokensAt(int place) {
    return valuesAt(place) + (long) headDim * k * Short.BYTES;
  }

  @Override
  public BlockLayout addTo(BlockLayout layout) {
    return k == 0
        ? layout
        : layout.withPlane(new BlockLayout.Plane("outliers", ByteRole.OUTLIERS, headBytes()));
  }

  @Override
  public boolean inPlanes() {
    return true;
  }

  @Override
  public int workFloats() {
    return headDim * k;
  }

  @Override
  public PlanReport plan(int blocks, int kvHeads) {
    return PlanReport.exactly(ByteReport.ZERO);
  }

  /** Stores the outliers of one channel; bit t of the mask is token t, x its numbers. */
  void store(Block block, int kvHead, int channel, long mask, float[] x, int o) {
    if (k == 0) {
      return;
    }
    MemorySegment plane = block.plane(PLANE);
    long value = valuesAt(block.place(kvHead)) + (long) channel * k * Short.BYTES;
    long token = tokensAt(block.place(kvHead)) + (long) channel * k;
    long rest = mask;
    for (int i = 0; i < k; i++) {
      int t = rest == 0 ? FREE : Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      if (t != FREE) {
        Bits16.set(plane, value + (long) i * Short.BYTES, x[o + t]);
      }
      plane.set(ValueLayout.JAVA_BYTE, token + i, (byte) t);
    }
  }

  @Override
  public void addScores(
      Block block,
      int behind,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] f,
      int zeroAt,
      int workAt,
      float[] scores,
      int offset,
      int stride) {
    if (k == 0) {
      return;
    }
    MemorySegment plane = block.plane(PLANE);
    int place = block.place(kvHead) + behind;
    ROWS.loadF16(plane, valuesAt(place), f, workAt, headDim * k);
    long token = tokensAt(place);
    int e = 0;
    for (int c = 0; c < headDim; c++) {
      float level = f[zeroAt + c];
      for (int i = 0; i < k; i++, e++) {
        int t = plane.get(ValueLayout.JAVA_BYTE, token + e) & 0xff;
        if (t >= from && t < to) {
          float off = f[workAt + e] - level;
          int score = offset + t - from;
          for (int j = 0; j < queries; j++, score += stride) {
            scores[score] = Math.fma(f[j * headDim + c], off, scores[score]);
          }
        }
      }
    }
  }

  @Override
  public void patch(Block block, int kvHead, int from, int to, float[] rows, int offset) {
    if (k == 0) {
      return;
    }
    MemorySegment plane = block.plane(PLANE);
    for (int e = 0; e < headDim * k; e++) {
      int t = plane.get(ValueLayout.JAVA_BYTE, tokensAt(block.place(kvHead)) + e) & 0xff;
      if (t >= from && t < to) {
        float x = Bits16.get(plane, valuesAt(block.place(kvHead)) + (long) e * Short.BYTES);
        rows[offset + (t - from) * headDim + e / k] = x;
      }
    }
  }

  @Override
  public long count(Block block, int kvHead) {
    long count = 0;
    for (int e = 0; e < headDim * k; e++) {
      int t =
          block.plane(PLANE).get(ValueLayout.JAVA_BYTE, tokensAt(block.place(kvHead)) + e) & 0xff;
      count += t < block.rows() ? 1 : 0;
    }
    return count;
  }

  @Override
  public void check(Block block, int kvHead) {
    for (int e = 0; e < headDim * k; e++) {
      int t =
          block.plane(PLANE).get(ValueLayout.JAVA_BYTE, tokensAt(block.place(kvHead)) + e) & 0xff;
      float x =
          Bits16.get(block.plane(PLANE), valuesAt(block.place(kvHead)) + (long) e * Short.BYTES);
      if ((t >= KvTrack.BLOCK && t != FREE) || !Float.isFinite(x)) {
        throw Bits16.fault("outlier", x + " of token " + t, "must be a finite number in the block");
      }
    }
  }
}

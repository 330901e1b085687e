package dev.velox.nuq;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.OutlierKernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Outliers of a block as a list: n binary16 values, then n tokens of one byte, then n channels of
 * one byte (two above 256 channels).
 *
 * <p>Of a fixed number they are a plane, {@code most} a head, in rounds: the first outlier of each
 * token, the second, the third, then the rest; a mask of tokens for each of the {@link #ROUNDS}
 * rounds stands before them. Places that a short block leaves free come last and hold token {@link
 * #FREE}. Otherwise they are one extra a head, in order of token, as long as it has to be and
 * absent where a head has no outlier.
 *
 * @param headDim channels
 * @param most the most outliers of a block of one head
 * @param fixed whether there are always so many
 * @param firstExtra the extra of head 0, if not fixed
 */
record ListedOutliers(int headDim, int most, boolean fixed, int firstExtra) implements KeyOutliers {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final OutlierKernels OUTLIERS = Kernels.active().outliers();

  /** A token that no block has. */
  static final int FREE = 0xff;

  private static final int PLANE = 1;

  private static final int ROUNDS = OutlierKernels.ROUNDS;

  /** How many times the share asked for a block may have, where only the rows tell. */
  private static final int SLACK = 4;

  /** The share of every block, whole. */
  static ListedOutliers exactly(int headDim, double fraction) {
    int most = Ranks.count(KvTrack.BLOCK * headDim, fraction);
    return new ListedOutliers(headDim, most, true, 0);
  }

  /** At most four times the share, and at least one a channel. */
  static ListedOutliers upTo(int headDim, double fraction, int firstExtra) {
    double share = Math.ceil(SLACK * fraction * KvTrack.BLOCK * headDim);
    int most = (int) Math.clamp(share, headDim, (double) KvTrack.BLOCK * headDim);
    return new ListedOutliers(headDim, most, false, firstExtra);
  }

  private int entryBytes() {
    return Short.BYTES + Byte.BYTES + Bits16.placeBytes(headDim);
  }

  private int maskBytes() {
    return fixed ? ROUNDS * Long.BYTES : 0;
  }

  private long bytes(int outliers) {
    return maskBytes() + (long) outliers * entryBytes();
  }

  @Override
  public BlockLayout addTo(BlockLayout layout) {
    if (fixed) {
      return layout.withPlane(new BlockLayout.Plane("outliers", ByteRole.OUTLIERS, bytes(most)));
    }
    return layout.withExtras(
        IntStream.range(0, layout.kvHeads())
            .mapToObj(h -> new BlockLayout.Extra("outliers/" + h, ByteRole.OUTLIERS, false))
            .toList());
  }

  @Override
  public boolean inPlanes() {
    return fixed;
  }

  /** Values or products, of which every bit of the masks may claim one. */
  @Override
  public int workFloats() {
    return Math.max(most, ROUNDS * KvTrack.BLOCK) + OutlierKernels.SLACK;
  }

  @Override
  public PlanReport plan(int blocks, int kvHeads) {
    ByteReport all = ByteReport.of(ByteRole.OUTLIERS, bytes(most) * kvHeads).times(blocks);
    return fixed ? PlanReport.exactly(ByteReport.ZERO) : new PlanReport(ByteReport.ZERO, all);
  }

  /** Makes room for the outliers of a block, whose count only the rows tell. */
  @FunctionalInterface
  interface Room {
    MemorySegment take(Block block, int extra, long bytes);
  }

  /**
   * Stores outliers.
   *
   * @param masks the tokens of each channel that are outliers, at most {@code most}
   * @param rows floats {@code [block.rows()][headDim]}
   * @param offset the first
   * @param room where a list goes that is not fixed
   */
  void store(Block block, int kvHead, long[] masks, float[] rows, int offset, Room room) {
    int found = 0;
    for (long mask : masks) {
      found += Long.bitCount(mask);
    }
    if (found == 0 && !fixed) {
      return;
    }
    int n = fixed ? most : found;
    MemorySegment list =
        fixed ? block.plane(PLANE) : room.take(block, firstExtra + kvHead, bytes(n));
    long at = (fixed ? block.place(kvHead) * bytes(most) : 0) + maskBytes();
    OutlierWriter writer = new OutlierWriter(list, at, n, block.rows(), masks, rows, offset);
    if (fixed) {
      writer.inRounds(ROUNDS, at - maskBytes());
    } else {
      writer.inOrder();
    }
  }

  /** How many entries a list has, free places included. */
  private int entries(Block block, int kvHead) {
    if (fixed) {
      return most;
    }
    MemorySegment list = block.extra(firstExtra + kvHead);
    return list == null ? 0 : (int) (list.byteSize() / entryBytes());
  }

  private MemorySegment list(Block block, int kvHead) {
    MemorySegment list = fixed ? block.plane(PLANE) : block.extra(firstExtra + kvHead);
    return Objects.requireNonNull(list, "a list with entries");
  }

  /** The first value. */
  private long listAt(Block block, int behind, int kvHead) {
    return fixed ? (block.place(kvHead) + behind) * bytes(most) + maskBytes() : 0;
  }

  private static int token(MemorySegment list, long at, int n, int e) {
    return list.get(ValueLayout.JAVA_BYTE, at + 2L * n + e) & 0xff;
  }

  private int channel(MemorySegment list, long at, int n, int e) {
    int place = Bits16.placeBytes(headDim);
    return Bits16.place(list, at + 3L * n + (long) place * e, place);
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
    int n = entries(block, kvHead);
    if (n == 0) {
      return;
    }
    MemorySegment list = list(block, kvHead);
    long at = listAt(block, behind, kvHead);
    if (fixed && to - from == KvTrack.BLOCK && headDim <= 1 << Byte.SIZE) {
      for (int j = 0; j < queries; j++) {
        addWhole(list, at, f, j * headDim, zeroAt, workAt, scores, offset + j * stride);
      }
      return;
    }
    ROWS.loadF16(list, at, f, workAt, n);
    for (int e = 0; e < n; e++) {
      int t = token(list, at, n, e);
      if (t >= from && t < to) {
        int c = channel(list, at, n, e);
        float off = f[workAt + e] - f[zeroAt + c];
        int score = offset + t - from;
        for (int j = 0; j < queries; j++, score += stride) {
          scores[score] = Math.fma(f[j * headDim + c], off, scores[score]);
        }
      }
    }
  }

  /** All tokens of a block without free places. */
  private void addWhole(
      MemorySegment list,
      long at,
      float[] f,
      int q,
      int zeroAt,
      int workAt,
      float[] scores,
      int offset) {
    OUTLIERS.products(list, at + 3L * most, at, most, f, q, f, zeroAt, headDim, f, workAt);
    int e = OUTLIERS.spread(list, at - maskBytes(), f, workAt, scores, offset);
    for (; e < most; e++) {
      scores[offset + token(list, at, most, e)] += f[workAt + e];
    }
  }

  @Override
  public void patch(Block block, int kvHead, int from, int to, float[] rows, int offset) {
    int n = entries(block, kvHead);
    long at = listAt(block, 0, kvHead);
    for (int e = 0; e < n; e++) {
      MemorySegment list = list(block, kvHead);
      int t = token(list, at, n, e);
      if (t >= from && t < to) {
        int c = channel(list, at, n, e);
        rows[offset + (t - from) * headDim + c] = Bits16.get(list, at + 2L * e);
      }
    }
  }

  @Override
  public long count(Block block, int kvHead) {
    int n = entries(block, kvHead);
    long at = listAt(block, 0, kvHead);
    int count = 0;
    for (int e = 0; e < n; e++) {
      count += token(list(block, kvHead), at, n, e) < block.rows() ? 1 : 0;
    }
    return count;
  }

  @Override
  public void check(Block block, int kvHead) {
    MemorySegment extra = fixed ? null : block.extra(firstExtra + kvHead);
    int n = entries(block, kvHead);
    if (extra != null && (extra.byteSize() != bytes(n) || n > most)) {
      throw Bits16.fault("outliers", extra.byteSize() + " bytes", "must be whole entries");
    }
    long at = listAt(block, 0, kvHead);
    int last = 0;
    for (int e = 0; e < n; e++) {
      MemorySegment list = list(block, kvHead);
      int t = token(list, at, n, e);
      int c = channel(list, at, n, e);
      float x = Bits16.get(list, at + 2L * e);
      boolean free = fixed && t == FREE && block.rows() < KvTrack.BLOCK;
      boolean order = fixed || t >= last;
      if (!order || (!free && t >= KvTrack.BLOCK) || c >= headDim || !Float.isFinite(x)) {
        String found = x + " of token " + t + ", channel " + c;
        throw Bits16.fault("outlier", found, "must be a finite number in the block, in order");
      }
      last = t;
    }
    if (fixed) {
      checkRounds(list(block, kvHead), at);
    }
  }

  /** Masks name the tokens of the first entries; free places come last. */
  private void checkRounds(MemorySegment list, long at) {
    int e = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long mask = list.get(Bits16.LONG, at - maskBytes() + (long) round * Long.BYTES);
      for (long rest = mask; rest != 0; rest &= rest - 1, e++) {
        if (e == most || token(list, at, most, e) != Long.numberOfTrailingZeros(rest)) {
          String found = Long.toHexString(mask);
          throw Bits16.fault("tokens of round " + round, found, "must be those of the outliers");
        }
      }
    }
    for (; e + 1 < most; e++) {
      if (token(list, at, most, e) == FREE && token(list, at, most, e + 1) != FREE) {
        throw Bits16.fault("outlier", "token " + FREE, "must come last");
      }
    }
  }
}

package dev.velox.nuq;

import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.OutlierKernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;
import java.lang.foreign.MemorySegment;

/**
 * So many outliers for each token of a block of values. A head has {@code [64][k]} binary16 values,
 * then as many channels of one byte (two above 256 channels). The code under an outlier is 0.
 *
 * @param headDim channels
 * @param k outliers a token
 * @param plane index of their plane
 */
record TokenOutliers(int headDim, int k, int plane) {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final OutlierKernels OUTLIERS = Kernels.active().outliers();

  private long headBytes() {
    return (long) KvTrack.BLOCK * k * (Short.BYTES + Bits16.placeBytes(headDim));
  }

  private long valueAt(int place, int entry) {
    return place * headBytes() + (long) entry * Short.BYTES;
  }

  private long placeAt(int place, int entry) {
    return valueAt(place, KvTrack.BLOCK * k) + (long) entry * Bits16.placeBytes(headDim);
  }

  BlockLayout addTo(BlockLayout layout) {
    return k == 0
        ? layout
        : layout.withPlane(new BlockLayout.Plane("outliers", ByteRole.OUTLIERS, headBytes()));
  }

  private int channel(Block block, int kvHead, int entry) {
    return Bits16.place(
        block.plane(plane), placeAt(block.place(kvHead), entry), Bits16.placeBytes(headDim));
  }

  private float value(Block block, int kvHead, int entry) {
    return Bits16.get(block.plane(plane), valueAt(block.place(kvHead), entry));
  }

  /** Stores the outliers of one token and sets their codes to 0. */
  void store(Block block, int kvHead, int token, DenseRow row, byte[] codes, int co) {
    for (int i = 0; i < k; i++) {
      int channel = row.place(i);
      int entry = token * k + i;
      MemorySegment segment = block.plane(plane);
      Bits16.set(segment, valueAt(block.place(kvHead), entry), row.outlier(i));
      int bytes = Bits16.placeBytes(headDim);
      Bits16.setPlace(segment, placeAt(block.place(kvHead), entry), bytes, channel);
      codes[co + channel] = 0;
    }
  }

  /**
   * Corrects sums by the outliers of one token.
   *
   * @param decoded what code 0 of this token stands for
   * @param weights query j's weight at {@code wo + j * stride}
   * @param sums running sums {@code [queries][headDim]} from 0
   */
  void addSums(
      Block block,
      int kvHead,
      int token,
      float decoded,
      int queries,
      float[] weights,
      int wo,
      int stride,
      float[] sums) {
    for (int i = 0; i < k; i++) {
      int entry = token * k + i;
      float off = value(block, kvHead, entry) - decoded;
      int at = channel(block, kvHead, entry);
      for (int j = 0; j < queries; j++, at += headDim) {
        sums[at] = Math.fma(weights[wo + j * stride], off, sums[at]);
      }
    }
  }

  /**
   * Weights times what outliers have beyond code 0.
   *
   * @param place where the head lies
   * @param token first token within the block
   * @param n tokens
   * @param weights one a token
   * @param wo the first
   * @param f receives products {@code [n][k]}
   * @param lowest weight times what code 0 stands for, of the first token; one outlier a token
   *     takes its place
   * @param work where the products go if there are more
   * @return the first product
   */
  int beyond(
      Block block,
      int place,
      int token,
      int n,
      float[] weights,
      int wo,
      float[] f,
      int lowest,
      int work) {
    MemorySegment segment = block.plane(plane);
    long at = valueAt(place, token * k);
    if (k == 1) {
      OUTLIERS.beyond(segment, at, n, weights, wo, f, lowest);
      return lowest;
    }
    ROWS.loadF16(segment, at, f, work, n * k);
    for (int e = 0; e < n * k; e++) {
      f[work + e] = Math.fma(f[work + e], weights[wo + e / k], -f[lowest + e / k]);
    }
    return work;
  }

  /**
   * Adds numbers to the channels where the outliers of tokens stand.
   *
   * @param place where the head lies
   * @param token first token within the block
   * @param n tokens
   * @param f numbers {@code [n][k]}, and sums
   * @param from the first number
   * @param sums the sum of channel 0
   */
  void spread(Block block, int place, int token, int n, float[] f, int from, int sums) {
    MemorySegment segment = block.plane(plane);
    int bytes = Bits16.placeBytes(headDim);
    long first = placeAt(place, token * k);
    int e = 0;
    for (int end = bytes == 1 ? n * k / 8 * 8 : 0; e < end; e += 8) {
      long channels = segment.get(Bits16.LONG, first + e);
      for (int i = 0; i < 8; i++) {
        f[sums + ((int) (channels >>> (8 * i)) & 0xff)] += f[from + e + i];
      }
    }
    for (; e < n * k; e++) {
      f[sums + Bits16.place(segment, first + (long) e * bytes, bytes)] += f[from + e];
    }
  }

  /** Puts the outliers of one token in the place of decoded numbers. */
  void patch(Block block, int kvHead, int token, float[] row, int offset) {
    for (int i = 0; i < k; i++) {
      int entry = token * k + i;
      row[offset + channel(block, kvHead, entry)] = value(block, kvHead, entry);
    }
  }

  /**
   * Refuses a block from elsewhere whose outliers point outside it.
   *
   * @throws dev.velox.api.FormatException naming what is wrong
   */
  void check(Block block, int kvHead) {
    for (int e = 0; e < block.rows() * k; e++) {
      int channel = channel(block, kvHead, e);
      if (channel >= headDim || !Float.isFinite(value(block, kvHead, e))) {
        String found = value(block, kvHead, e) + " of channel " + channel;
        throw Bits16.fault("outlier", found, "must be a finite number below " + headDim);
      }
    }
  }
}

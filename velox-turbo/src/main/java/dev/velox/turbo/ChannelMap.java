package dev.velox.turbo;

import dev.velox.kernels.track.BlockLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Which channel stands where before rotation, and what it is divided by: frozen for each head from
 * the first rows. Immutable; its tables belong to the track.
 *
 * <p>Two optional tables a head: {@code order}, a 16-bit channel for each place, and {@code gains},
 * a binary16 factor for each place. Both come from the mean square of each channel. The loudest
 * channels come first, where asked for. A gain is the root mean square, but at least 2^-12 of the
 * loudest, and 1 where every channel is silent.
 */
final class ChannelMap {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final double QUIETEST = 0x1p-12;

  private final int dim;
  private final int loudest;
  private final boolean scaled;

  /**
   * A map.
   *
   * @param dim channels
   * @param loudest how many of the loudest come first; 0 keeps the order
   * @param scaled whether channels are divided by their root mean square
   */
  ChannelMap(int dim, int loudest, boolean scaled) {
    this.dim = dim;
    this.loudest = loudest;
    this.scaled = scaled;
  }

  /** Whether it changes nothing. */
  boolean identity() {
    return loudest == 0 && !scaled;
  }

  /** Adds its tables to a layout, before any other. */
  BlockLayout addTables(BlockLayout layout) {
    BlockLayout with = layout;
    long bytes = (long) Short.BYTES * dim * layout.kvHeads();
    with = loudest > 0 ? with.withTable("order", bytes) : with;
    return scaled ? with.withTable("gains", bytes) : with;
  }

  /** Whether it has the table {@code order}, the first. */
  boolean ordered() {
    return loudest > 0;
  }

  /** Whether it has the table {@code gains}. */
  boolean scaled() {
    return scaled;
  }

  /** Index of the table {@code gains}. */
  int gainsTable() {
    return loudest > 0 ? 1 : 0;
  }

  /**
   * Fills the tables of a head.
   *
   * @param rows floats {@code [count][dim]}
   * @param offset first float
   * @param count rows
   * @param kvHead which head
   * @param order its table, unused without one
   * @param gains its table, unused without one
   */
  void fit(
      float[] rows, int offset, int count, int kvHead, MemorySegment order, MemorySegment gains) {
    double[] energy = new double[dim];
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < dim; c++) {
        double x = rows[offset + r * dim + c];
        energy[c] += x * x / count;
      }
    }
    boolean[] loud = loud(energy);
    double greatest = 0;
    for (double e : energy) {
      greatest = Math.max(greatest, Math.sqrt(e));
    }
    int place = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int c = 0; c < dim; c++) {
        if (loud[c] == (pass == 0)) {
          long at = at(kvHead, place++);
          if (loudest > 0) {
            order.set(SHORT, at, (short) c);
          }
          if (scaled) {
            gains.set(SHORT, at, Float.floatToFloat16(gain(Math.sqrt(energy[c]), greatest)));
          }
        }
      }
    }
  }

  private boolean[] loud(double[] energy) {
    boolean[] loud = new boolean[dim];
    for (int i = 0; i < loudest; i++) {
      int most = -1;
      for (int c = 0; c < dim; c++) {
        if (!loud[c] && (most < 0 || energy[c] > energy[most])) {
          most = c;
        }
      }
      loud[most] = true;
    }
    return loud;
  }

  private static float gain(double rms, double greatest) {
    float gain = RowCoder.half(Math.max(rms, QUIETEST * greatest));
    return gain == 0f ? 1f : gain;
  }

  private long at(int kvHead, int place) {
    return (long) Short.BYTES * (kvHead * dim + place);
  }

  private int channel(MemorySegment order, int kvHead, int place) {
    return loudest == 0 ? place : order.get(SHORT, at(kvHead, place)) & 0xffff;
  }

  private float gain(MemorySegment gains, int kvHead, int place) {
    return scaled ? Float.float16ToFloat(gains.get(SHORT, at(kvHead, place))) : 1f;
  }

  /** One row to code: channels in order, divided by their gains. */
  void divide(
      float[] row,
      int o,
      float[] out,
      int to,
      int kvHead,
      MemorySegment order,
      MemorySegment gains) {
    for (int k = 0; k < dim; k++) {
      out[to + k] = row[o + channel(order, kvHead, k)] / gain(gains, kvHead, k);
    }
  }

  /** One query: channels in order, multiplied by their gains. */
  void multiply(
      float[] row,
      int o,
      float[] out,
      int to,
      int kvHead,
      MemorySegment order,
      MemorySegment gains) {
    for (int k = 0; k < dim; k++) {
      out[to + k] = row[o + channel(order, kvHead, k)] * gain(gains, kvHead, k);
    }
  }

  /** One coded row or sum back: multiplied by the gains, written or added to its channels. */
  void restore(
      float[] row,
      int o,
      float[] out,
      int to,
      boolean add,
      int kvHead,
      MemorySegment order,
      MemorySegment gains) {
    for (int k = 0; k < dim; k++) {
      int c = to + channel(order, kvHead, k);
      float x = row[o + k] * gain(gains, kvHead, k);
      out[c] = add ? out[c] + x : x;
    }
  }
}

package dev.velox.cache;

import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.api.spi.KvMemory;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frozen channel mean of one role in one layer, taken out of rows before they are coded.
 *
 * <p>Softmax ignores what all keys share, but only before rotary embedding do keys share a
 * constant: the mean M is that of the UN-rotated first rows. A row at t is stored as {@code k -
 * R(t) M}, and {@link MeanScores} gives {@code q . R(t) M} back. A pair whose mean is below a tenth
 * of its spread, or no greater than chance would have it, is not worth giving back: M is zero
 * there. Values have one constant mean, given back once a query.
 */
final class Mean {
  /** Rows the mean is taken from: the first coded ones. */
  static final int ROWS = 128;

  /** A pair is quiet below this share of its standard deviation. */
  private static final double QUIET = 0.1;

  /**
   * Times the power a mean of random rows has by chance: of pairs without any mean, one in 55 is
   * taken for loud.
   */
  private static final double CHANCE = 4;

  private static final RowKernels ROW = Kernels.active().rows();

  private final int heads;
  private final int dim;
  private final @Nullable RopePhases phases;
  private final LoudPairs[] loud;
  private @Nullable MemorySegment mean;

  /** A mean not yet taken; phases are null for values and for keys without rotary embedding. */
  Mean(KvShape shape, @Nullable RopePhases phases) {
    this.heads = shape.kvHeads();
    this.dim = shape.headDim();
    this.phases = phases;
    this.loud = new LoudPairs[heads];
    Arrays.fill(loud, LoudPairs.SILENT);
  }

  static long bytes(KvShape shape) {
    return 2L * shape.rowFloats();
  }

  /** Floats of working memory for the calls below. */
  static int scratchFloats(int headDim) {
    return 3 * headDim;
  }

  @Nullable MemorySegment segment() {
    return mean;
  }

  @Nullable RopePhases phases() {
    return phases;
  }

  LoudPairs loud(int kvHead) {
    return loud[kvHead];
  }

  void allocate(KvMemory memory) {
    mean = memory.allocate(ByteRole.TABLES, 2L * heads * dim);
  }

  void release(KvMemory memory) {
    if (mean != null) {
      memory.release(mean);
      mean = null;
      Arrays.fill(loud, LoudPairs.SILENT);
    }
  }

  /** Takes over a mean that was taken before. */
  void adopt(MemorySegment taken) {
    mean = taken;
    float[] s = new float[dim];
    for (int h = 0; h < heads; h++) {
      load(h, s);
      loud[h] = loud(s);
    }
  }

  private LoudPairs loud(float[] rounded) {
    return phases == null ? LoudPairs.SILENT : LoudPairs.of(phases, rounded);
  }

  /**
   * Takes the mean of one head from its first rows {@code [count][channel]} and rounds it to f16.
   */
  void take(int kvHead, int position, int count, float[] rows, float[] s) {
    double[] sum = new double[dim];
    double[] squares = new double[dim];
    float[] row = new float[dim];
    for (int r = 0; r < count; r++) {
      System.arraycopy(rows, r * dim, row, 0, dim);
      if (phases != null) {
        phases.table().unrotate(position + r, row, 0);
      }
      for (int c = 0; c < dim; c++) {
        sum[c] += row[c];
        squares[c] += (double) row[c] * row[c];
      }
    }
    for (int c = 0; c < dim; c++) {
      s[c] = (float) (sum[c] / count);
    }
    if (phases != null) {
      silence(phases.rope(), count, squares, s);
    }
    ROW.storeF16(s, 0, segment(kvHead), at(kvHead), dim);
    load(kvHead, s);
    loud[kvHead] = loud(s);
  }

  private static void silence(Rope rope, int count, double[] squares, float[] mean) {
    for (int p = 0; p < rope.pairs(); p++) {
      int i = rope.first(p);
      int j = rope.second(p);
      double power = (double) mean[i] * mean[i] + (double) mean[j] * mean[j];
      double spread = (squares[i] + squares[j]) / count - power;
      if (power < (QUIET * QUIET + CHANCE / count) * spread) {
        mean[i] = 0;
        mean[j] = 0;
      }
    }
  }

  private MemorySegment segment(int kvHead) {
    return Objects.requireNonNull(mean, () -> "mean of head " + kvHead + " was never taken");
  }

  private long at(int kvHead) {
    return 2L * kvHead * dim;
  }

  /** The mean of one head, un-rotated, to {@code s[0..dim)}. */
  void load(int kvHead, float[] s) {
    ROW.loadF16(segment(kvHead), at(kvHead), s, 0, dim);
  }

  /**
   * Adds {@code sign * R(t) M} to rows {@code [count][channel]} of positions from {@code position}
   * on.
   */
  void add(int kvHead, float sign, int position, float[] rows, int offset, int count, float[] s) {
    load(kvHead, s);
    if (phases == null) {
      for (int r = 0; r < count; r++) {
        ROW.axpy(sign, s, 0, rows, offset + r * dim, dim);
      }
      return;
    }
    Rope rope = phases.rope();
    for (int r = 0; r < count; r++) {
      for (int c = rope.dims(); c < dim; c++) {
        rows[offset + r * dim + c] += sign * s[c];
      }
    }
    int[] list = loud[kvHead].list();
    for (int r = 0; r < count; ) {
      int from = (position + r) % RopePhases.SPAN;
      int n = Math.min(count - r, RopePhases.SPAN - from);
      gather(rope, list, s);
      phases.rotateTo((position + r) / RopePhases.SPAN, list, s, dim, s, dim + list.length);
      for (int i = 0; i < list.length; i++) {
        int at = offset + r * dim;
        int first = at + rope.first(list[i]);
        int second = at + rope.second(list[i]);
        turn(
            sign * s[dim + i],
            sign * s[dim + list.length + i],
            list[i] * RopePhases.SPAN + from,
            rows,
            first,
            second,
            n);
      }
      r += n;
    }
  }

  /** Adds one pair of the mean, turned by each of {@code n} offsets, to its two channels. */
  private void turn(float x, float y, int t, float[] rows, int first, int second, int n) {
    float[] cos = Objects.requireNonNull(phases).cos();
    float[] sin = phases.sin();
    for (int k = 0; k < n; k++) {
      rows[first + k * dim] += x * cos[t + k] - y * sin[t + k];
      rows[second + k * dim] += x * sin[t + k] + y * cos[t + k];
    }
  }

  /** The loud pairs {@code (x_i, y_i)} of the mean in {@code s[0..dim)}, to {@code s[dim..)}. */
  void gather(Rope rope, int[] list, float[] s) {
    for (int i = 0; i < list.length; i++) {
      s[dim + i] = s[rope.first(list[i])];
      s[dim + list.length + i] = s[rope.second(list[i])];
    }
  }

  /** Values: {@code out_j += weightSum[j] * M}. */
  void addOutputs(
      int kvHead, int queries, float[] weightSums, float[] out, int outOffset, float[] s) {
    load(kvHead, s);
    for (int j = 0; j < queries; j++) {
      ROW.axpy(weightSums[j], s, 0, out, outOffset + j * dim, dim);
    }
  }
}

package dev.velox.cache;

import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.api.spi.KvMemory;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frozen channel mean of one role in one layer, taken out of rows before they are coded.
 *
 * <p>Softmax ignores what all keys share, but only before rotary embedding do keys share a
 * constant: the mean M is that of the UN-rotated first rows. A row at t is stored as {@code k -
 * R(t) M}, and {@code q . R(t) M} is added to its score: over pairs {@code a cos(t theta) + b sin(t
 * theta)} with {@code a = q . M} and {@code b} its quadrature, both turned to the start of the
 * row's span of 64 positions. Values have one constant mean, given back once a query.
 */
final class Mean {
  /** Rows the mean is taken from: the first coded ones. */
  static final int ROWS = 128;

  private static final RowKernels ROW = Kernels.active().rows();
  private static final RopeKernels ROPE = Kernels.active().rope();
  private static final int SPAN = RopePhases.SPAN;

  private final int heads;
  private final int dim;
  private final @Nullable RopePhases phases;
  private @Nullable MemorySegment mean;

  /** A mean not yet taken; phases are null for values and for keys without rotary embedding. */
  Mean(KvShape shape, @Nullable RopePhases phases) {
    this.heads = shape.kvHeads();
    this.dim = shape.headDim();
    this.phases = phases;
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

  void restore(MemorySegment taken) {
    mean = taken;
  }

  void allocate(KvMemory memory) {
    mean = memory.allocate(ByteRole.TABLES, 2L * heads * dim);
  }

  void release(KvMemory memory) {
    if (mean != null) {
      memory.release(mean);
      mean = null;
    }
  }

  /**
   * Takes the mean of one head from its first rows {@code [ROWS][channel]}, un-rotated, and rounds
   * it to f16.
   */
  void take(int kvHead, int position, int count, float[] rows, float[] scratch) {
    double[] sum = new double[dim];
    float[] row = new float[dim];
    for (int r = 0; r < count; r++) {
      System.arraycopy(rows, r * dim, row, 0, dim);
      unrotate(position + r, row);
      for (int c = 0; c < dim; c++) {
        sum[c] += row[c];
      }
    }
    for (int c = 0; c < dim; c++) {
      scratch[c] = (float) (sum[c] / count);
    }
    ROW.storeF16(scratch, 0, segment(kvHead), at(kvHead), dim);
  }

  private MemorySegment segment(int kvHead) {
    return Objects.requireNonNull(mean, () -> "mean of head " + kvHead + " was never taken");
  }

  private long at(int kvHead) {
    return 2L * kvHead * dim;
  }

  private void unrotate(int position, float[] row) {
    if (phases == null) {
      return;
    }
    Rope rope = phases.rope();
    for (int p = 0; p < rope.pairs(); p++) {
      double angle = position * rope.inverseFrequency(p);
      double cos = StrictMath.cos(angle);
      double sin = StrictMath.sin(angle);
      int i = rope.first(p);
      int j = rope.second(p);
      double x = row[i];
      double y = row[j];
      row[i] = (float) (x * cos + y * sin);
      row[j] = (float) (y * cos - x * sin);
    }
  }

  /**
   * Adds {@code sign * R(t) M} to rows {@code [count][channel]} of positions from {@code position}
   * on.
   */
  void add(int kvHead, float sign, int position, float[] rows, int offset, int count, float[] s) {
    ROW.loadF16(segment(kvHead), at(kvHead), s, 0, dim);
    if (phases == null) {
      for (int r = 0; r < count; r++) {
        ROW.axpy(sign, s, 0, rows, offset + r * dim, dim);
      }
      return;
    }
    Rope rope = phases.rope();
    addUnrotated(sign, rows, offset, count, s, rope);
    int pairs = rope.pairs();
    float[] cos = phases.cos();
    float[] sin = phases.sin();
    for (int r = 0; r < count; ) {
      int from = (position + r) % SPAN;
      int n = Math.min(count - r, SPAN - from);
      gather(rope, s, dim, s);
      phases.rotateTo((position + r) / SPAN, s, dim, s, dim + pairs);
      for (int p = 0; p < pairs; p++) {
        float x = sign * s[dim + p];
        float y = sign * s[dim + pairs + p];
        int i = offset + r * dim + rope.first(p);
        int j = offset + r * dim + rope.second(p);
        int t = p * SPAN + from;
        for (int k = 0; k < n; k++) {
          rows[i + k * dim] += x * cos[t + k] - y * sin[t + k];
          rows[j + k * dim] += x * sin[t + k] + y * cos[t + k];
        }
      }
      r += n;
    }
  }

  /** Pairs {@code (x_p, y_p)} of the mean in {@code s[0..dim)}, to {@code to[at..)}. */
  private static void gather(Rope rope, float[] s, int at, float[] to) {
    for (int p = 0; p < rope.pairs(); p++) {
      to[at + p] = s[rope.first(p)];
      to[at + rope.pairs() + p] = s[rope.second(p)];
    }
  }

  private void addUnrotated(float sign, float[] rows, int offset, int count, float[] s, Rope rope) {
    for (int r = 0; r < count; r++) {
      for (int c = rope.dims(); c < dim; c++) {
        rows[offset + r * dim + c] += sign * s[c];
      }
    }
  }

  /** Keys: adds {@code q . R(t) M} to the scores of positions {@code [from, to)}. */
  void addScores(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] q,
      int qOffset,
      float[] scores,
      int offset,
      int stride,
      float[] s) {
    ROW.loadF16(segment(kvHead), at(kvHead), s, 0, dim);
    int dims = phases == null ? 0 : phases.rope().dims();
    for (int j = 0; j < queries; j++) {
      float constant = ROW.dot(q, qOffset + j * dim + dims, s, dims, dim - dims);
      if (constant != 0) {
        for (int i = offset + j * stride; i < offset + j * stride + to - from; i++) {
          scores[i] += constant;
        }
      }
      if (phases != null) {
        addRotated(phases, from, to, q, qOffset + j * dim, scores, offset + j * stride, s);
      }
    }
  }

  private void addRotated(
      RopePhases phases,
      int from,
      int to,
      float[] q,
      int qOffset,
      float[] scores,
      int offset,
      float[] s) {
    Rope rope = phases.rope();
    int pairs = rope.pairs();
    for (int t = from; t < to; ) {
      int n = Math.min(to - t, SPAN - t % SPAN);
      gather(rope, s, dim, s);
      phases.rotateTo(t / SPAN, s, dim, s, dim + pairs);
      for (int p = 0; p < pairs; p++) {
        float qx = q[qOffset + rope.first(p)];
        float qy = q[qOffset + rope.second(p)];
        float x = s[dim + p];
        float y = s[dim + pairs + p];
        s[2 * dim + p] = qx * x + qy * y;
        s[2 * dim + pairs + p] = qy * x - qx * y;
      }
      ROPE.addRotated(
          s,
          2 * dim,
          s,
          2 * dim + pairs,
          pairs,
          phases.cos(),
          phases.sin(),
          t % SPAN,
          n,
          scores,
          offset + t - from);
      t += n;
    }
  }

  /** Values: {@code out_j += weightSum[j] * M}. */
  void addOutputs(
      int kvHead, int queries, float[] weightSums, float[] out, int outOffset, float[] s) {
    ROW.loadF16(segment(kvHead), at(kvHead), s, 0, dim);
    for (int j = 0; j < queries; j++) {
      ROW.axpy(weightSums[j], s, 0, out, outOffset + j * dim, dim);
    }
  }
}

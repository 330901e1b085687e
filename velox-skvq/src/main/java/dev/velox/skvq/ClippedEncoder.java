package dev.velox.skvq;

import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.GroupTables;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.CodedPlane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Codes tokens, arranged as codes are, in groups of channels whose range is clipped where that
 * costs less than it gains.
 *
 * <p>A group of L levels from min to max has the middle m and the scale s: {@code x' = m + s (code
 * - (L-1)/2)}. Both are rounded to their stored type first: m to the nearest, then {@code s = 2 a h
 * / (L-1)} upward, with h the distance from the rounded m to the farther end, so that at a = 1 the
 * grid covers its group whatever the rounding did. Of the factors a the one with the least squared
 * error is kept (Duanmu et al., SKVQ, arXiv:2405.06219, section 3.2; there one factor a layer).
 */
final class ClippedEncoder {
  private static final GroupKernels GROUPS = Kernels.active().groups();
  private static final RowKernels ROWS = Kernels.active().rows();

  /** The greatest finite binary16. */
  private static final float LIMIT = 65504f;

  private static final int ERRORS = 2;

  private final SkvqShape shape;
  private final Levels levels;
  private final Metadata metadata;
  private final CodedPlane plane;
  private final @Nullable GroupTables tables;
  private final ClipGrid clip;
  private final int scales;
  private final int middles;
  private final int candidate;

  /**
   * An encoder, the same for all heads.
   *
   * @param shape geometry of the track
   * @param clip factors to try
   */
  ClippedEncoder(SkvqShape shape, ClipGrid clip) {
    this.shape = shape;
    this.levels = shape.levels();
    this.metadata = shape.metadata();
    this.plane = shape.plane();
    this.tables = shape.tables();
    this.clip = clip;
    this.scales = ERRORS + shape.group();
    this.middles = scales + KvTrack.BLOCK * shape.groups();
    this.candidate = KvTrack.BLOCK * shape.headDim();
  }

  /** Extremes of a group, errors of a group, then scales and middles {@code [groups][64]}. */
  int floats() {
    return 2 * middles - scales;
  }

  /** Codes {@code [64][headDim]}, then those of a group under trial. */
  int bytes() {
    return candidate + shape.group();
  }

  /**
   * Codes the first tokens of a block of one head.
   *
   * @param block receives them
   * @param kvHead which head
   * @param rows arranged rows; those beyond the range of binary16 are clamped in place
   * @param offset first float
   * @param work {@link #floats}
   * @param codes {@link #bytes}
   * @return how many values were clamped
   */
  int encode(Block block, int kvHead, float[] rows, int offset, float[] work, byte[] codes) {
    int tokens = block.rows();
    int dim = shape.headDim();
    int clamped = clamp(rows, offset, tokens * dim, work);
    int exponent = exponent(rows, offset, tokens, work);
    for (int t = 0; t < tokens; t++) {
      for (int g = 0; g < shape.groups(); g++) {
        int from = t * dim + g * shape.group();
        int n = Math.min(shape.group(), (t + 1) * dim - from);
        group(rows, offset + from, n, exponent, work, g * KvTrack.BLOCK + t, codes, from);
      }
    }
    store(block, kvHead, exponent, work, codes);
    return clamped;
  }

  private static int clamp(float[] x, int offset, int n, float[] work) {
    GROUPS.minMax(x, offset, n, work);
    if (work[0] >= -LIMIT && work[1] <= LIMIT) {
      return 0;
    }
    int clamped = 0;
    for (int i = offset; i < offset + n; i++) {
      if (Math.abs(x[i]) > LIMIT) {
        x[i] = Math.copySign(LIMIT, x[i]);
        clamped++;
      }
    }
    return clamped;
  }

  /** The power of two that all scales and middles of these tokens are stored with. */
  private int exponent(float[] rows, int offset, int tokens, float[] work) {
    if (!metadata.shared()) {
      return 0;
    }
    double largest = 0;
    int dim = shape.headDim();
    for (int from = 0; from < tokens * dim; from += dim) {
      for (int c = 0; c < dim; c += shape.group()) {
        GROUPS.minMax(rows, offset + from + c, Math.min(shape.group(), dim - c), work);
        double middle = ((double) work[0] + work[1]) / 2;
        double scale = scale((double) work[1] - middle, 1);
        largest = Math.max(largest, Math.max(Math.abs(middle), scale));
      }
    }
    return metadata.exponent(largest);
  }

  /** The exact scale of a group that reaches so far from its middle. */
  private double scale(double reach, double factor) {
    return 2 * factor * reach / levels.maxCode() / levels.unit();
  }

  private void group(
      float[] x, int from, int n, int exponent, float[] work, int at, byte[] codes, int to) {
    GROUPS.minMax(x, from, n, work);
    float middle = metadata.nearest(((double) work[0] + work[1]) / 2, exponent);
    double reach = Math.max((double) work[1] - middle, (double) middle - work[0]);
    float best = metadata.up(scale(reach, clip.factors().get(0)), exponent);
    code(x, from, n, middle, best, codes, to);
    if (clip.factors().size() > 1 && best > 0) {
      best = search(x, from, n, exponent, middle, reach, best, work, codes, to);
    }
    work[scales + at] = best;
    work[middles + at] = middle;
  }

  /** Tries the other factors; leaves the codes of the best and returns its scale. */
  private float search(
      float[] x,
      int from,
      int n,
      int exponent,
      float middle,
      double reach,
      float first,
      float[] work,
      byte[] codes,
      int to) {
    float best = first;
    float last = first;
    float least = error(x, from, n, middle, first, work, codes, to);
    for (int i = 1; i < clip.factors().size(); i++) {
      float scale = metadata.up(scale(reach, clip.factors().get(i)), exponent);
      if (scale == last) {
        continue;
      }
      last = scale;
      code(x, from, n, middle, scale, codes, candidate);
      float error = error(x, from, n, middle, scale, work, codes, candidate);
      if (error < least) {
        least = error;
        best = scale;
        System.arraycopy(codes, candidate, codes, to, n);
      }
    }
    return best;
  }

  private void code(float[] x, int from, int n, float middle, float scale, byte[] codes, int to) {
    float step = scale * levels.unit();
    float zero = Math.fma(-levels.middle(), step, middle);
    GROUPS.encode(x, from, n, zero, step, levels.maxCode(), codes, to);
  }

  private float error(
      float[] x, int from, int n, float middle, float scale, float[] work, byte[] codes, int at) {
    float step = scale * levels.unit();
    float zero = Math.fma(-levels.middle(), step, middle);
    GROUPS.decode(codes, at, n, zero, step, work, ERRORS);
    ROWS.axpy(-1f, x, from, work, ERRORS, n);
    return ROWS.dot(work, ERRORS, work, ERRORS, n);
  }

  private void store(Block block, int kvHead, int exponent, float[] work, byte[] codes) {
    MemorySegment memory = block.plane(SkvqShape.BLOCK);
    int place = block.place(kvHead);
    pack(codes, block.rows() * shape.headDim(), memory, plane.codesAt(place));
    long at = plane.parametersAt(place);
    for (int g = 0; g < shape.groups(); g++) {
      int first = g * KvTrack.BLOCK;
      int n = block.rows();
      metadata.store(work, scales + first, n, exponent, memory, at + shape.scaleAt(g, 0));
      metadata.store(work, middles + first, n, exponent, memory, at + shape.middleAt(g, 0));
    }
    if (metadata.shared()) {
      block.plane(SkvqShape.EXPONENTS).set(ValueLayout.JAVA_BYTE, place, (byte) exponent);
    }
  }

  /** Tokens that a block lacks are packed as code 0. */
  private void pack(byte[] codes, int n, MemorySegment to, long at) {
    if (tables == null) {
      levels.pack(codes, n, to, at);
    } else {
      Arrays.fill(codes, n, candidate, (byte) 0);
      tables.codes().pack(codes, 0, to, at);
    }
  }
}

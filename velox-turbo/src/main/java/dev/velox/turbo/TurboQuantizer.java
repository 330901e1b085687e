package dev.velox.turbo;

import dev.velox.api.spi.Config;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.TrackContext;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * {@code turbo} for one vector at a time: its scale as binary16, then its codes without padding.
 */
final class TurboQuantizer implements Quantizer {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodeKernels CODES = Kernels.active().codes();
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int SCALE_BYTES = 2;

  private final int dim;
  private final Rotation rotation;
  private final Codebook book;
  private final ScaleRule rule;

  private TurboQuantizer(int dim, Rotation rotation, Codebook book, ScaleRule rule) {
    this.dim = dim;
    this.rotation = rotation;
    this.book = book;
    this.rule = rule;
  }

  static TurboQuantizer of(TrackContext context, Config config, Codebooks books) {
    int dim = context.shape().headDim();
    long seed = config.get(TurboOptions.SEED);
    Rotation rotation = Group.rotation(context, config.get(TurboOptions.ROTATION), seed, dim, 0);
    Codebook book = books.of(config.get(TurboOptions.CODEBOOK), dim, config.get(TurboOptions.BITS));
    return new TurboQuantizer(dim, rotation, book, config.get(TurboOptions.SCALE));
  }

  @Override
  public int codeBytes() {
    return SCALE_BYTES + (int) CodeKernels.packedBytes(book.bits(), dim);
  }

  @Override
  public int scratchFloats() {
    return 2 + dim + RowCoder.workFloats(dim) + rotation.workFloats(1);
  }

  @Override
  public void encode(
      float[] x, int xOffset, MemorySegment codes, long at, float[] scratch, int scratchOffset) {
    int y = scratchOffset + 2;
    int codeAt = y + dim;
    int work = codeAt + RowCoder.workFloats(dim);
    System.arraycopy(x, xOffset, scratch, y, dim);
    RowCoder.squares(scratch, y, dim, 1, dim, scratch, scratchOffset);
    float yy = scratch[scratchOffset];
    rotation.forward(MemorySegment.NULL, scratch, y, dim, 1, scratch, work);
    byte[] plain = new byte[dim];
    float scale = RowCoder.code(scratch, y, dim, yy, book, rule, plain, 0, scratch, codeAt);
    codes.set(SHORT, at, Float.floatToFloat16(scale));
    CODES.pack(book.bits(), plain, 0, dim, codes, at + SCALE_BYTES);
  }

  /** The rotated vector. */
  private void levels(MemorySegment codes, long at, float[] out, int o) {
    float scale = Float.float16ToFloat(codes.get(SHORT, at));
    CODES.unpackFloats(book.bits(), codes, at + SCALE_BYTES, dim, out, o);
    for (int i = o; i < o + dim; i++) {
      out[i] = scale == 0f ? 0f : scale * book.levels()[(int) out[i]];
    }
  }

  @Override
  public void decode(
      MemorySegment codes, long at, float[] x, int xOffset, float[] scratch, int scratchOffset) {
    levels(codes, at, x, xOffset);
    rotation.backward(MemorySegment.NULL, x, xOffset, dim, 1, scratch, scratchOffset);
  }

  @Override
  public void prepareQuery(float[] query, int offset) {
    rotation.forward(MemorySegment.NULL, query, offset, dim, 1, new float[dim], 0);
  }

  @Override
  public void dot(
      int queries,
      float[] q,
      int qOffset,
      MemorySegment codes,
      long at,
      float[] scores,
      int sOffset,
      int stride,
      float[] scratch,
      int scratchOffset) {
    levels(codes, at, scratch, scratchOffset);
    for (int j = 0; j < queries; j++) {
      scores[sOffset + j * stride] = ROWS.dot(scratch, scratchOffset, q, qOffset + j * dim, dim);
    }
  }

  @Override
  public void addScaled(
      int queries,
      float[] weights,
      int wOffset,
      int stride,
      MemorySegment codes,
      long at,
      float[] sums,
      int sumOffset,
      float[] scratch,
      int scratchOffset) {
    levels(codes, at, scratch, scratchOffset);
    for (int j = 0; j < queries; j++) {
      float weight = weights[wOffset + j * stride];
      ROWS.axpy(weight, scratch, scratchOffset, sums, sumOffset + j * dim, dim);
    }
  }

  @Override
  public void finishSum(float[] sum, int offset) {
    rotation.backward(MemorySegment.NULL, sum, offset, dim, 1, new float[dim], 0);
  }
}

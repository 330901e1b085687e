package dev.velox.turbo;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import dev.velox.kernels.layout.ExactScan;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows coded by {@code turbo} with one bit less, and the signs of a Gaussian projection of what is
 * left.
 *
 * <p>TurboQuant's inner-product form (arXiv:2504.19874, section 3.2) with the 1-bit QJL estimator
 * (Zandieh, Daliri, Han, arXiv:2406.03482): for S of m independent normal rows, {@code sqrt(pi/2)/m
 * * |r| * S' sign(S r)} is r on average over S, with variance {@code (pi/2) |r|^2 |q|^2 / m} for a
 * dot product with q. That is unbiased, and four to six times less accurate than spending the bit
 * on the levels. The table holds {@code sqrt(pi/(2 m)) * S} with m = D, and a vector keeps the root
 * mean square of r, so that scale and signs are read as any codes.
 *
 * <p>Scratch: prepared queries or sums of the levels, then those of the signs, then {@link
 * ExactScan}'s, then the rotation's, then two strips of rows.
 */
final class IpTrack extends BlockTrack {
  private static final RowKernels ROWS = Kernels.active().rows();
  private static final CodebookKernels BOOKS = Kernels.active().codebook();
  private static final int STRIP = ExactScan.STRIP;
  private static final int EXTREMES = 2;

  private final IpRecipe recipe;
  private final int dim;
  private final int signsAt;
  private final int scanAt;
  private final int workAt;
  private final int stripAt;

  IpTrack(TrackContext context, IpRecipe recipe, @Nullable TrackState state) {
    super(context, recipe.layout(), state);
    this.recipe = recipe;
    this.dim = headDim();
    this.signsAt = MAX_QUERIES * dim;
    this.scanAt = 2 * signsAt;
    this.workAt = scanAt + ExactScan.workFloats(dim);
    this.stripAt = workAt + workFloats(recipe, dim, STRIP);
  }

  static int scratchFloats(IpRecipe recipe, int dim) {
    int strips = 2 * STRIP * dim;
    return 2 * MAX_QUERIES * dim
        + ExactScan.workFloats(dim)
        + workFloats(recipe, dim, STRIP)
        + strips;
  }

  private static int workFloats(IpRecipe recipe, int dim, int rows) {
    return Math.max(StoredMatrix.workFloats(dim), recipe.rotation().workFloats(rows));
  }

  private MemorySegment projection() {
    return table(0);
  }

  private MemorySegment matrix() {
    return recipe.rotation().tableBytes() == 0 ? MemorySegment.NULL : table(1);
  }

  @Override
  protected int encodeFloats() {
    return EXTREMES
        + 2 * BLOCK
        + RowCoder.workFloats(dim)
        + workFloats(recipe, dim, BLOCK)
        + BLOCK * dim;
  }

  @Override
  protected int encodeBytes() {
    return BLOCK * dim;
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    if (kvHead > 0) {
      return;
    }
    if (recipe.rotation().tableBytes() > 0) {
      recipe.rotation().fill(matrix());
    }
    FrozenRandom random = recipe.projection().open();
    double factor = Math.sqrt(Math.PI / 2 / dim);
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < dim; j++) {
        StoredMatrix.set(projection(), dim, i, j, factor * random.nextGaussian());
      }
    }
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    float[] f = work.floats;
    int n = block.rows();
    int scales = EXTREMES;
    int residuals = scales + BLOCK;
    int levelsAt = residuals + BLOCK;
    int matrixAt = levelsAt + RowCoder.workFloats(dim);
    int projected = matrixAt + workFloats(recipe, dim, BLOCK);
    addClamped(RowCoder.clamp(rows, offset, n * dim, f));
    recipe.rotation().forward(matrix(), rows, offset, dim, n, f, matrixAt);
    Arrays.fill(work.bytes, n * dim, BLOCK * dim, (byte) 0);
    if (recipe.book() != null && recipe.coded() != null) {
      for (int t = 0; t < n; t++) {
        int y = offset + t * dim;
        Codebook book = recipe.book();
        int co = t * dim;
        float yy = ROWS.dot(rows, y, rows, y, dim);
        float scale =
            RowCoder.code(rows, y, dim, yy, book, ScaleRule.NORM, work.bytes, co, f, levelsAt);
        f[scales + t] = scale;
        BOOKS.levels(work.bytes, co, 1, dim, book.bits(), book.levels(), 0, 0, f, levelsAt);
        ROWS.axpy(-scale, f, levelsAt, rows, y, dim);
      }
      recipe.coded().store(block, kvHead, work.bytes, 0, f, scales);
    }
    StoredMatrix.multiply(projection(), dim, rows, offset, dim, n, f, projected, dim, f, matrixAt);
    for (int t = 0; t < n; t++) {
      int r = offset + t * dim;
      float rr = ROWS.dot(rows, r, rows, r, dim);
      f[residuals + t] = RowCoder.half(Math.sqrt((double) rr / dim));
      float[] zero = IpRecipe.SIGNS.bounds();
      BOOKS.nearest(f, projected + t * dim, dim, 1f, zero, 0, 1, work.bytes, t * dim);
    }
    recipe.signs().store(block, kvHead, work.bytes, 0, f, residuals);
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    super.prepareQueries(kvHead, queries, q, qOffset, scratch);
    float[] f = scratch.floats;
    recipe.rotation().forward(matrix(), f, 0, dim, queries, f, workAt);
    StoredMatrix.multiply(projection(), dim, f, 0, dim, queries, f, signsAt, dim, f, workAt);
  }

  @Override
  protected void scoreBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    CodedRows signs = recipe.signs();
    CodedRows coded = recipe.coded();
    if (coded != null) {
      coded.score(
          block, kvHead, from, to, queries, 0, dim, scores, offset, stride, false, scratch, scanAt,
          0);
    }
    boolean add = coded != null;
    signs.score(
        block, kvHead, from, to, queries, signsAt, dim, scores, offset, stride, add, scratch,
        scanAt, 0);
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    super.clearSums(queries, scratch);
    Arrays.fill(scratch.floats, signsAt, signsAt + queries * dim, 0f);
  }

  @Override
  protected void accumulateBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    CodedRows signs = recipe.signs();
    CodedRows coded = recipe.coded();
    if (coded != null) {
      coded.accumulate(
          block, kvHead, from, to, queries, weights, offset, stride, 0, dim, scratch, scanAt, 0);
    }
    signs.accumulate(
        block, kvHead, from, to, queries, weights, offset, stride, signsAt, dim, scratch, scanAt,
        0);
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    back(0, signsAt, queries, scratch);
    super.finishSums(kvHead, queries, out, offset, scratch);
  }

  /** Adds projected rows to level rows, and rotates these back. */
  private void back(int levels, int signs, int count, TrackScratch scratch) {
    float[] f = scratch.floats;
    StoredMatrix.addTransposed(projection(), dim, f, signs, dim, count, f, levels, dim, f, workAt);
    recipe.rotation().backward(matrix(), f, levels, dim, count, f, workAt);
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    int signRows = stripAt + STRIP * dim;
    CodedRows coded = recipe.coded();
    for (int low = from; low < to; low += STRIP) {
      int n = Math.min(STRIP, to - low);
      Arrays.fill(f, stripAt, signRows, 0f);
      if (coded != null) {
        coded.decode(block, kvHead, low, low + n, f, stripAt, dim, scratch, scanAt);
      }
      recipe.signs().decode(block, kvHead, low, low + n, f, signRows, dim, scratch, scanAt);
      back(stripAt, signRows, n, scratch);
      System.arraycopy(f, stripAt, rows, offset + (low - from) * dim, n * dim);
    }
  }
}

package dev.velox.turbo;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.layout.ExactScan;
import dev.velox.kernels.layout.TableScan;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows rotated and coded by an optimal scalar codebook, one scale a vector.
 *
 * <p>TurboQuant (Zandieh, Daliri, Hadian, Mirrokni, arXiv:2504.19874). A query is rotated once:
 * {@code score = scale_t * <R q, c[codes_t]>}. Weighted levels are summed, then rotated back once.
 *
 * <p>Scratch: prepared queries or sums, {@link ExactScan}'s, the rotation's, one strip of rows,
 * what {@link TableScan} keeps for each group.
 */
final class TurboTrack extends BlockTrack {
  private static final int STRIP = ExactScan.STRIP;

  /** Floats {@link RowCoder#clamp} needs, then one scale and one sum of squares a token. */
  private static final int EXTREMES = 2;

  private final TurboRecipe recipe;
  private final Group[] groups;
  private final boolean keys;
  private final int dim;
  private final int scanAt;
  private final int rotationAt;
  private final int stripAt;
  private final int tablesAt;

  TurboTrack(TrackContext context, TurboRecipe recipe, @Nullable TrackState state) {
    super(context, recipe.layout(), state);
    this.recipe = recipe;
    this.groups = recipe.groups().toArray(Group[]::new);
    this.keys = context.role() == Role.KEYS;
    this.dim = headDim();
    this.scanAt = MAX_QUERIES * dim;
    this.rotationAt = scanAt + ExactScan.workFloats(dim);
    this.stripAt = rotationAt + recipe.rotationFloats(STRIP);
    this.tablesAt = stripAt + STRIP * dim;
  }

  static int scratchFloats(TurboRecipe recipe, int dim) {
    int exact = ExactScan.workFloats(dim) + recipe.rotationFloats(STRIP) + STRIP * dim;
    return MAX_QUERIES * dim + exact + recipe.groups().size() * TableScan.workFloats();
  }

  private MemorySegment order() {
    return recipe.map().ordered() ? table(0) : MemorySegment.NULL;
  }

  private MemorySegment gains() {
    return recipe.map().scaled() ? table(recipe.map().gainsTable()) : MemorySegment.NULL;
  }

  private MemorySegment matrix(Group group) {
    return group.table() < 0 ? MemorySegment.NULL : table(group.table());
  }

  @Override
  protected int encodeFloats() {
    int work = RowCoder.workFloats(dim) + recipe.rotationFloats(BLOCK);
    return EXTREMES + 2 * BLOCK + work + BLOCK * dim;
  }

  @Override
  protected int encodeBytes() {
    return BLOCK * dim;
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    addClamped(RowCoder.clamp(rows, offset, count * dim, work.floats));
    if (kvHead == 0) {
      for (Group group : groups) {
        if (group.table() >= 0) {
          group.rotation().fill(matrix(group));
        }
      }
    }
    if (recipe.fits()) {
      recipe.map().fit(rows, offset, count, kvHead, order(), gains());
    }
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    float[] f = work.floats;
    int squaresAt = EXTREMES + BLOCK;
    int workAt = squaresAt + BLOCK;
    int rotate = workAt + RowCoder.workFloats(dim);
    float[] x = rows;
    int at = offset;
    if (recipe.fits()) {
      addClamped(RowCoder.clamp(rows, offset, block.rows() * dim, f));
      x = f;
      at = rotate + recipe.rotationFloats(BLOCK);
      for (int t = 0; t < block.rows(); t++) {
        recipe.map().divide(rows, offset + t * dim, f, at + t * dim, kvHead, order(), gains());
      }
    }
    for (Group g : groups) {
      int first = at + g.start();
      int n = g.dim();
      addClamped(RowCoder.squares(x, first, dim, block.rows(), n, f, squaresAt));
      g.rotation().forward(matrix(g), x, first, dim, block.rows(), f, rotate);
      Arrays.fill(work.bytes, block.rows() * n, BLOCK * n, (byte) 0);
      for (int t = 0; t < block.rows(); t++) {
        int y = first + t * dim;
        float yy = f[squaresAt + t];
        f[EXTREMES + t] =
            RowCoder.code(x, y, n, yy, g.book(), recipe.rule(), work.bytes, t * n, f, workAt);
      }
      g.coded().store(block, kvHead, work.bytes, 0, f, EXTREMES);
    }
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    float[] f = scratch.floats;
    if (recipe.fits()) {
      for (int j = 0; j < queries; j++) {
        recipe.map().multiply(q, qOffset + j * dim, f, j * dim, kvHead, order(), gains());
      }
    } else {
      super.prepareQueries(kvHead, queries, q, qOffset, scratch);
    }
    for (Group g : groups) {
      g.rotation().forward(matrix(g), f, g.start(), dim, queries, f, rotationAt);
      if (keys) {
        g.coded().prepare(queries, g.start(), dim, scratch, tablesAt(g));
      }
    }
  }

  private int tablesAt(Group group) {
    return tablesAt + (group.start() == 0 ? 0 : TableScan.workFloats());
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
    for (Group g : groups) {
      boolean add = g.start() > 0;
      g.coded()
          .score(
              block,
              kvHead,
              from,
              to,
              queries,
              g.start(),
              dim,
              scores,
              offset,
              stride,
              add,
              scratch,
              scanAt,
              tablesAt(g));
    }
  }

  @Override
  protected boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    Group g = groups[0];
    return groups.length == 1
        && g.coded()
            .scoreBlocks(
                first, count, kvHead, queries, scores, offset, stride, scratch, tablesAt(g));
  }

  @Override
  protected boolean accumulateBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    Group g = groups[0];
    return groups.length == 1
        && g.coded()
            .accumulateBlocks(
                first,
                count,
                kvHead,
                queries,
                weights,
                offset,
                stride,
                g.start(),
                dim,
                scratch,
                tablesAt(g));
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
    for (Group g : groups) {
      g.coded()
          .accumulate(
              block,
              kvHead,
              from,
              to,
              queries,
              weights,
              offset,
              stride,
              g.start(),
              dim,
              scratch,
              scanAt,
              tablesAt(g));
    }
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    rotateBack(f, 0, queries, scratch);
    if (!recipe.fits()) {
      super.finishSums(kvHead, queries, out, offset, scratch);
    }
    for (int j = 0; recipe.fits() && j < queries * dim; j += dim) {
      restore(f, j, out, offset + j, true, kvHead);
    }
  }

  private void rotateBack(float[] rows, int offset, int count, TrackScratch scratch) {
    for (Group g : groups) {
      int at = offset + g.start();
      g.rotation().backward(matrix(g), rows, at, dim, count, scratch.floats, rotationAt);
    }
  }

  private void restore(float[] row, int o, float[] out, int to, boolean add, int kvHead) {
    recipe.map().restore(row, o, out, to, add, kvHead, order(), gains());
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    float[] f = scratch.floats;
    for (int low = from; low < to; low += STRIP) {
      int n = Math.min(STRIP, to - low);
      for (Group g : groups) {
        int at = stripAt + g.start();
        g.coded().decode(block, kvHead, low, low + n, f, at, dim, scratch, scanAt);
      }
      rotateBack(f, stripAt, n, scratch);
      for (int t = 0; t < n; t++) {
        int row = offset + (low + t - from) * dim;
        restore(f, stripAt + t * dim, rows, row, false, kvHead);
      }
    }
  }
}

package dev.velox.nuq;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.layout.KeyTableScan;
import dev.velox.kernels.track.Block;

/**
 * Scores of a block's codes by tables of whole numbers, outliers apart.
 *
 * @param layout where everything lies
 * @param scan the scan of its codes
 */
record KeyScan(KeyLayout layout, KeyTableScan scan) {

  static KeyScan of(KeyLayout layout) {
    return new KeyScan(layout, new KeyTableScan(layout.codes()));
  }

  /** Builds the tables of the queries where the levels in the scratch are fresh; then looks up. */
  void score(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      boolean fresh,
      TrackScratch scratch) {
    int work = layout.workAt();
    int tables = layout.tablesAt();
    if (fresh) {
      int levels = layout.levels();
      int dim = layout.headDim();
      scan.prepare(
          queries, 0, dim, scratch.floats, layout.levelsAt(), levels, scratch, work, tables);
    }
    scan.scoreUnscaled(
        block.plane(KeyLayout.CODE_PLANE),
        layout.codesAt(block.place(kvHead)),
        from,
        to,
        queries,
        scores,
        offset,
        stride,
        scratch,
        work,
        tables);
  }
}

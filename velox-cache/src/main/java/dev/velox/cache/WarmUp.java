package dev.velox.cache;

import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;

/** Runs a small cache until the just-in-time compiler has seen every kernel it uses. */
final class WarmUp {
  /** Rows of the small cache: several sealed blocks. */
  static final int ROWS = 512;

  private static final int ROUNDS = 6;
  private static final int ATTENDS = 400;

  private WarmUp() {}

  static void run(KvCache cache) {
    KvShape shape = cache.shape();
    int row = shape.rowFloats();
    int queryRow = shape.queryHeads() * shape.headDim();
    float[] rows = noise(ROWS * row);
    float[] queries = noise(ROWS * queryRow);
    float[] out = new float[queries.length];
    LayerCache layer = cache.layer(0);
    try (Scratch scratch = cache.newScratch(Workers.single())) {
      for (int round = 0; round < ROUNDS; round++) {
        cache.trim(0);
        int half = ROWS / 2;
        layer.extend(rows, 0, rows, 0, queries, 0, half, out, 0, scratch);
        for (int t = half; t < ROWS; t++) {
          layer.append(rows, t * row, rows, t * row, 1);
        }
        for (int i = 0; i < ATTENDS; i++) {
          layer.attend(0, shape.queryHeads(), queries, 0, out, 0, scratch);
        }
      }
    }
  }

  private static float[] noise(int n) {
    float[] x = new float[n];
    int state = 1;
    for (int i = 0; i < n; i++) {
      state = state * 1_664_525 + 1_013_904_223;
      x[i] = (state >> 8) * 0x1p-23f;
    }
    return x;
  }
}

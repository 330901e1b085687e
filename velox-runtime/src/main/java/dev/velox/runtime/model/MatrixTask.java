package dev.velox.runtime.model;

import dev.velox.api.Workers;
import dev.velox.kernels.MatrixKernels;

/**
 * Products of up to three matrices with the same activations, cut into ranges of rows that workers
 * share. One object serves every product of a forward pass, so nothing is allocated.
 */
final class MatrixTask implements Workers.Task {
  /** Multiplications a piece should have at least, so that handing it over is worth it. */
  private static final long LEAST_WORK = 1 << 17;

  private static final int MOST = 3;

  private final MatrixKernels kernels;
  private final Workers workers;
  private final WeightMatrix[] matrices = new WeightMatrix[MOST];
  private final float[][] results = new float[MOST][];
  private final int[] offsets = new int[MOST];
  private int count;
  private int rows;
  private int pieceRows;
  private float[] input = {};
  private int inputOffset;
  private int tokens;

  MatrixTask(MatrixKernels kernels, Workers workers) {
    this.kernels = kernels;
    this.workers = workers;
  }

  /** Begins products with {@code tokens} activations, one after the other from {@code offset}. */
  MatrixTask of(float[] x, int offset, int tokenCount) {
    input = x;
    inputOffset = offset;
    tokens = tokenCount;
    count = 0;
    rows = 0;
    return this;
  }

  /** Adds a matrix; its results go to {@code y}, token after token from {@code offset}. */
  MatrixTask times(WeightMatrix matrix, float[] y, int offset) {
    matrices[count] = matrix;
    results[count] = y;
    offsets[count] = offset;
    count++;
    rows += matrix.rows();
    return this;
  }

  /** Computes all products. */
  void run() {
    long work = (long) rows * matrices[0].columns() * tokens;
    int pieces = (int) Math.clamp(work / LEAST_WORK, 1, 4L * workers.count());
    pieceRows = ((rows + pieces - 1) / pieces + 7) & ~7;
    int tasks = (rows + pieceRows - 1) / pieceRows;
    if (tasks == 1) {
      run(0, 0);
    } else {
      workers.run(tasks, this);
    }
  }

  @Override
  public void run(int index, int worker) {
    int from = index * pieceRows;
    int to = Math.min(rows, from + pieceRows);
    int first = 0;
    for (int m = 0; m < count; m++) {
      WeightMatrix matrix = matrices[m];
      int a = Math.max(from - first, 0);
      int b = Math.min(to - first, matrix.rows());
      if (a < b) {
        multiply(matrix, a, b, results[m], offsets[m]);
      }
      first += matrix.rows();
    }
  }

  private void multiply(WeightMatrix m, int from, int to, float[] y, int offset) {
    kernels.multiply(
        m.type(),
        m.data(),
        0,
        from,
        to,
        m.columns(),
        input,
        inputOffset,
        tokens,
        m.columns(),
        y,
        offset,
        m.rows());
  }
}

package dev.velox.runtime.sampling;

/**
 * The least of some numbers in ascending order, by a heap in place. Nothing is allocated, while
 * {@link java.util.Arrays#sort(long[])} keeps its pivots on the heap on some processors.
 */
final class LeastFirst {
  private LeastFirst() {}

  /** Brings the {@code k} least of {@code x[0..n)} to its front, in order; the rest is lost. */
  static void sort(long[] x, int n, int k) {
    for (int i = n / 2 - 1; i >= 0; i--) {
      sink(x, i, n);
    }
    // Each least number goes behind the heap that it leaves, so they lie backwards.
    for (int size = n - 1; size >= n - k; size--) {
      swap(x, 0, size);
      sink(x, 0, size);
    }
    for (int i = n - k, j = n - 1; i < j; i++, j--) {
      swap(x, i, j);
    }
    System.arraycopy(x, n - k, x, 0, k);
  }

  private static void sink(long[] x, int from, int size) {
    long sunk = x[from];
    int i = from;
    for (int child = 2 * i + 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && x[child + 1] < x[child]) {
        child++;
      }
      if (sunk <= x[child]) {
        break;
      }
      x[i] = x[child];
      i = child;
    }
    x[i] = sunk;
  }

  private static void swap(long[] x, int i, int j) {
    long held = x[i];
    x[i] = x[j];
    x[j] = held;
  }
}

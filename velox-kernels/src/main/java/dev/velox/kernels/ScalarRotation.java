package dev.velox.kernels;

/** The Walsh-Hadamard transform in plain Java. */
final class ScalarRotation implements RotationKernels {

  @Override
  public void hadamard(
      float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d) {
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      multiply(rows, at, n, diagonal, d);
      for (int stride = 1; stride < n; stride *= 2) {
        butterflies(rows, at, n, stride);
      }
    }
  }

  @Override
  public void hadamardBack(
      float[] rows, int ro, int rowStride, int count, int n, float[] diagonal, int d) {
    for (int r = 0; r < count; r++) {
      int at = ro + r * rowStride;
      for (int stride = n / 2; stride > 0; stride /= 2) {
        butterflies(rows, at, n, stride);
      }
      multiply(rows, at, n, diagonal, d);
    }
  }

  private static void multiply(float[] x, int o, int n, float[] diagonal, int d) {
    for (int i = 0; i < n; i++) {
      x[o + i] *= diagonal[d + i];
    }
  }

  private static void butterflies(float[] x, int o, int n, int stride) {
    for (int block = o; block < o + n; block += 2 * stride) {
      for (int i = block; i < block + stride; i++) {
        float a = x[i];
        float b = x[i + stride];
        x[i] = a + b;
        x[i + stride] = a - b;
      }
    }
  }
}

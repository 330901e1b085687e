package dev.velox.kernels.track;

/** What zero points of groups add to scores and sums, in floats. */
final class GroupZeros {
  private GroupZeros() {}

  /** Adds to scores what zero points give. */
  static void score(
      GroupStrip strip, int n, int queries, float[] f, float[] scores, int offset, int stride) {
    int groups = strip.groups();
    for (int j = 0; j < queries; j++) {
      int sums = strip.sumsAt() + j * groups;
      for (int t = 0; t < n; t++) {
        int zeros = strip.zerosAt() + t * groups;
        float sum = 0;
        for (int g = 0; g < groups; g++) {
          sum = Math.fma(f[zeros + g], f[sums + g], sum);
        }
        scores[offset + j * stride + t] += sum;
      }
    }
  }

  /** Adds a number a group to every channel of one token or sum. */
  static void add(GroupStrip strip, float[] f, int numbers, int row) {
    for (int g = 0; g < strip.groups(); g++) {
      float number = f[numbers + g];
      int from = row + g * strip.group();
      int to = Math.min(from + strip.group(), row + strip.headDim());
      for (int c = from; c < to; c++) {
        f[c] += number;
      }
    }
  }
}

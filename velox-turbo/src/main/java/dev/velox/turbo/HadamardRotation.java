package dev.velox.turbo;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RotationKernels;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * A randomised Hadamard rotation: random signs, then a Walsh-Hadamard transform.
 *
 * <p>A dim that is no power of two is cut into blocks, one for each binary digit, largest first (80
 * = 64 + 16). Blocks alone would leave a loud channel inside its block, so there are two rounds
 * with a fixed permutation between them: channel k of the second round is channel {@code k * step
 * mod dim} of the first, where step is near the golden section of dim. Every block of the second
 * round then takes from every block of the first in proportion to their sizes.
 */
final class HadamardRotation implements Rotation {
  private static final RotationKernels KERNELS = Kernels.active().rotation();
  private static final double GOLDEN = 0.6180339887498949;

  private final int dim;
  private final int rounds;
  private final float[] diagonals;

  /** Where the permutation takes each channel from, and one channel of each of its cycles. */
  private final int[] sources;

  private final int[] leaders;

  private HadamardRotation(int dim, int rounds, float[] diagonals, int[] sources) {
    this.dim = dim;
    this.rounds = rounds;
    this.diagonals = diagonals;
    this.sources = sources;
    this.leaders = leaders(sources);
  }

  /**
   * Draws one.
   *
   * @param dim a power of two, or a multiple of {@link RotationRule#LEAST_BLOCK}
   * @param random where the signs come from
   */
  static HadamardRotation draw(int dim, FrozenRandom random) {
    int rounds = Integer.bitCount(dim) == 1 ? 1 : 2;
    int[] sources = rounds == 1 ? new int[0] : sources(dim);
    float[] diagonals = new float[rounds * dim];
    int determinant = (sources.length - leaders(sources).length) % 2 == 0 ? 1 : -1;
    for (int r = 0; r < rounds; r++) {
      for (int block = dim, at = r * dim; block > 0; block -= Integer.highestOneBit(block)) {
        int n = Integer.highestOneBit(block);
        determinant *= n == 2 ? -1 : 1;
        for (int end = at + n; at < end; at++) {
          int sign = random.nextSign();
          determinant *= sign;
          diagonals[at] = (float) (sign / Math.sqrt(n));
        }
      }
    }
    diagonals[0] *= determinant;
    return new HadamardRotation(dim, rounds, diagonals, sources);
  }

  private static int[] sources(int dim) {
    int step = (int) Math.rint(dim * GOLDEN);
    while (gcd(step, dim) != 1) {
      step++;
    }
    int[] sources = new int[dim];
    for (int k = 0; k < dim; k++) {
      sources[k] = (int) ((long) k * step % dim);
    }
    return sources;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static int[] leaders(int[] sources) {
    boolean[] seen = new boolean[sources.length];
    return IntStream.range(0, sources.length)
        .filter(
            first -> {
              boolean leads = !seen[first];
              for (int k = first; !seen[k]; k = sources[k]) {
                seen[k] = true;
              }
              return leads;
            })
        .toArray();
  }

  @Override
  public long tableBytes() {
    return 0;
  }

  @Override
  public void fill(MemorySegment table) {}

  @Override
  public int workFloats(int rows) {
    return 0;
  }

  @Override
  public void forward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo) {
    transform(0, rows, ro, stride, count);
    if (rounds == 2) {
      shuffle(rows, ro, stride, count);
      transform(1, rows, ro, stride, count);
    }
  }

  @Override
  public void backward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo) {
    if (rounds == 2) {
      transformBack(1, rows, ro, stride, count);
      unshuffle(rows, ro, stride, count);
    }
    transformBack(0, rows, ro, stride, count);
  }

  private void transform(int round, float[] rows, int ro, int stride, int count) {
    for (int at = 0; at < dim; ) {
      int n = Integer.highestOneBit(dim - at);
      KERNELS.hadamard(rows, ro + at, stride, count, n, diagonals, round * dim + at);
      at += n;
    }
  }

  private void transformBack(int round, float[] rows, int ro, int stride, int count) {
    for (int at = 0; at < dim; ) {
      int n = Integer.highestOneBit(dim - at);
      KERNELS.hadamardBack(rows, ro + at, stride, count, n, diagonals, round * dim + at);
      at += n;
    }
  }

  /** {@code x[k] <- x[source(k)]}, cycle by cycle. */
  private void shuffle(float[] rows, int ro, int stride, int count) {
    for (int r = 0; r < count; r++) {
      int row = ro + r * stride;
      for (int leader : leaders) {
        float first = rows[row + leader];
        int k = leader;
        for (int from = sources[k]; from != leader; from = sources[k]) {
          rows[row + k] = rows[row + from];
          k = from;
        }
        rows[row + k] = first;
      }
    }
  }

  /** {@code x[source(k)] <- x[k]}, cycle by cycle. */
  private void unshuffle(float[] rows, int ro, int stride, int count) {
    for (int r = 0; r < count; r++) {
      int row = ro + r * stride;
      for (int leader : leaders) {
        float carried = rows[row + leader];
        int k = leader;
        do {
          k = sources[k];
          float next = rows[row + k];
          rows[row + k] = carried;
          carried = next;
        } while (k != leader);
      }
    }
  }
}

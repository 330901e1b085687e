package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.OutlierKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/** How the kernels of rotations, of non-uniform levels and of outliers are tried. */
final class CodebookTwins {
  private CodebookTwins() {}

  static List<Twin> all() {
    return List.of(
        new Twin(
            "rotation.hadamard",
            true,
            (k, t) -> {
              int n = Integer.highestOneBit(Math.max(1, t.n));
              float[] diagonal = t.floats(n);
              float[] rows = t.floatsInOut(3 * (n + 5));
              k.rotation().hadamard(rows, t.offset, n + 5, 3, n, diagonal, t.offset);
            }),
        new Twin(
            "rotation.hadamardBack",
            true,
            (k, t) -> {
              int n = Integer.highestOneBit(Math.max(1, t.n));
              float[] diagonal = t.floats(n);
              float[] rows = t.floatsInOut(2 * (n + 1));
              k.rotation().hadamardBack(rows, t.offset, n + 1, 2, n, diagonal, t.offset);
            }),
        new Twin(
            "codebook.nearest",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                float[] bounds = levels(t, (1 << bits) - 1);
                float[] x = t.floats(t.n);
                float divisor = 0.25f + t.draw(1000) * 0.003f;
                for (int i = 0; i < t.n; i += 3) {
                  x[t.offset + i] = divisor * bounds[t.offset + t.draw((1 << bits) - 1)];
                }
                k.codebook()
                    .nearest(
                        x,
                        t.offset,
                        t.n,
                        divisor,
                        bounds,
                        t.offset,
                        bits,
                        t.bytesOut(t.n),
                        t.offset);
              }
            }),
        new Twin(
            "codebook.encode",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                float[] bounds =
                    Arrays.copyOfRange(
                        levels(t, (1 << bits) - 1), t.offset, t.offset + (1 << bits) - 1);
                float[] levels =
                    Arrays.copyOfRange(levels(t, 1 << bits), t.offset, t.offset + (1 << bits));
                float[] x = t.floats(t.n);
                float divisor = 0.25f + t.draw(1000) * 0.003f;
                for (int i = 0; i < t.n; i += 3) {
                  x[t.offset + i] = divisor * bounds[t.draw(bounds.length)];
                }
                byte[] codes = t.bytesOut(t.n);
                float[] work = new float[t.offset + 2 + t.n];
                k.codebook()
                    .encode(
                        x, t.offset, t.n, divisor, bounds, levels, bits, codes, t.offset, work,
                        t.offset);
                t.result(work[t.offset]);
                t.result(work[t.offset + 1]);
              }
            }),
        new Twin(
            "codebook.scoreColumns",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 4; bits++) {
                byte[] codes = t.bytes(512);
                for (int i = t.offset; i < codes.length; i++) {
                  codes[i] &= (byte) ((1 << bits) - 1);
                }
                int stride = t.draw(2) * ((1 << bits) + 1);
                k.codebook()
                    .scoreColumns(
                        codes,
                        t.offset,
                        bits,
                        t.floats(8),
                        t.offset,
                        t.floats(8 * stride + (1 << bits)),
                        t.offset,
                        stride,
                        t.floatsInOut(64),
                        t.offset);
              }
            }),
        new Twin(
            "codebook.sumLevels",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 4; bits++) {
                int count = t.draw(20);
                int stride = 64 + t.draw(3);
                byte[] codes = t.bytes(count * stride + 64);
                for (int i = t.offset; i < codes.length; i++) {
                  codes[i] &= (byte) ((1 << bits) - 1);
                }
                k.codebook()
                    .sumLevels(
                        codes,
                        t.offset,
                        count,
                        stride,
                        bits,
                        t.floats(1 << bits),
                        t.offset,
                        t.floats(count),
                        t.offset,
                        t.floatsInOut(64),
                        t.offset);
              }
            }),
        new Twin(
            "codebook.levels",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                int rows = 1 + t.draw(3);
                int n = rows * t.n;
                byte[] codes = t.bytes(n);
                for (int i = 0; i < n; i++) {
                  codes[t.offset + i] &= (byte) ((1 << bits) - 1);
                }
                float[] shared = levels(t, 1 << bits);
                k.codebook()
                    .levels(
                        codes,
                        t.offset,
                        rows,
                        t.n,
                        bits,
                        shared,
                        t.offset,
                        0,
                        t.floatsOut(n),
                        t.offset);
                int stride = (1 << bits) + 1;
                float[] each = t.floats(Math.max(1, t.n * stride));
                k.codebook()
                    .levels(
                        codes,
                        t.offset,
                        rows,
                        t.n,
                        bits,
                        each,
                        t.offset,
                        stride,
                        t.floatsOut(n),
                        t.offset);
              }
            }),
        new Twin("outliers.products", true, CodebookTwins::products),
        new Twin("outliers.spread", true, CodebookTwins::spread),
        new Twin("outliers.beyond", true, CodebookTwins::beyond));
  }

  private static void products(Kernels k, Trial t) {
    int dim = 32 * (1 + t.draw(8));
    int used = t.draw(2) == 0 ? 128 : dim - t.draw(32);
    dim = Math.max(dim, used);
    byte[] places = new byte[t.n];
    for (int i = 0; i < t.n; i++) {
      places[i] = (byte) t.draw(used);
    }
    int numbers = t.offset;
    int channels = numbers + 2 * t.n;
    MemorySegment list = halves(t, 2 * t.n);
    MemorySegment.copy(places, 0, list, ValueLayout.JAVA_BYTE, channels, t.n);
    float[] q = t.floats(dim);
    float[] zeros = t.floats(dim);
    float[] out = t.floatsOut(t.n);
    int o = t.offset;
    k.outliers().products(list, channels, numbers, t.n, q, o, zeros, o, used, out, o);
  }

  private static MemorySegment halves(Trial t, int n) {
    return t.rows(
        n, 2, (x, xo, m, at, count) -> Kernels.scalar().rows().storeF16(x, xo, m, at, count));
  }

  private static void beyond(Kernels k, Trial t) {
    int o = t.offset;
    k.outliers().beyond(halves(t, t.n), o, t.n, t.floats(t.n), o, t.floatsInOut(t.n), o);
  }

  private static void spread(Kernels k, Trial t) {
    MemorySegment masks = t.memory(8L * OutlierKernels.ROUNDS);
    for (long at = t.offset; t.n % 3 == 0 && at < masks.byteSize(); at++) {
      masks.set(ValueLayout.JAVA_BYTE, at, (byte) (t.draw(4) == 0 ? -1 : 0));
    }
    float[] x = t.floats(64 * OutlierKernels.ROUNDS + OutlierKernels.SLACK);
    float[] scores = t.floatsInOut(64);
    t.result(k.outliers().spread(masks, t.offset, x, t.offset, scores, t.offset));
  }

  /** Ascending numbers. */
  private static float[] levels(Trial t, int count) {
    float[] x = t.floats(count);
    Arrays.sort(x, t.offset, t.offset + count);
    return x;
  }
}

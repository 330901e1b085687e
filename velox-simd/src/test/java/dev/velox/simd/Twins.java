package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
import dev.velox.kernels.TurningPairs;
import dev.velox.kernels.WeightType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/** How every kernel method is tried. {@code KernelTwinTest} finds by reflection what is missing. */
final class Twins {
  private static final int STRIDE = 80;

  private Twins() {}

  static List<Twin> all() {
    return Stream.of(
            rows(),
            StorageTwins.all(),
            attention(),
            GroupTwins.codes(),
            GroupTwins.groups(),
            others(),
            TableTwins.all(),
            WeightTwins.all(),
            UniformTwins.all(),
            CodebookTwins.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Twin> rows() {
    return List.of(
        new Twin(
            "rows.dot",
            true,
            (k, t) -> {
              float[] a = t.floats(t.n);
              float[] b = t.floats(t.n);
              t.result(k.rows().dot(a, t.offset, b, t.offset, t.n));
            }),
        new Twin(
            "rows.axpy",
            true,
            (k, t) -> {
              float[] x = t.floats(t.n);
              float[] y = t.floatsInOut(t.n);
              k.rows().axpy(1.7f, x, t.offset, y, t.offset, t.n);
            }),
        new Twin(
            "rows.scale", true, (k, t) -> k.rows().scale(-0.3f, t.floatsInOut(t.n), t.offset, t.n)),
        new Twin(
            "rows.subtractRow",
            true,
            (k, t) -> {
              float[] row = t.floats(t.n);
              float[] rows = t.floatsInOut(3 * t.n + 2);
              k.rows().subtractRow(row, t.offset, t.n, rows, t.offset, t.n + 1, 3);
            }),
        new Twin(
            "rows.firstNonFinite",
            true,
            (k, t) -> {
              float[] x = spoiled(t);
              t.result(k.rows().firstNonFinite(x, t.offset, t.n));
            }),
        new Twin(
            "rows.allFinite",
            true,
            (k, t) -> {
              float[] x = spoiled(t);
              t.result(k.rows().allFinite(x, t.offset, t.n) ? 1 : 0);
            }));
  }

  private static float[] spoiled(Trial t) {
    float[] x = t.floats(t.n);
    float[] odd = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MAX_VALUE};
    for (int i = 0; i < 2 && t.n > 0; i++) {
      x[t.offset + t.draw(t.n)] = odd[t.draw(odd.length)];
    }
    return x;
  }

  private static List<Twin> attention() {
    return List.of(
        new Twin(
            "rows.scoreRowsF32",
            false,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(6);
              MemorySegment rows = t.rows(count * t.n, 4, Kernels.scalar().rows()::storeF32);
              float[] q = t.floats(queries * (t.n + 3));
              float[] scores = t.floatsOut(queries * STRIDE);
              k.rows()
                  .scoreRowsF32(
                      rows, t.offset, count, t.n, q, t.offset, queries, t.n + 3, scores, t.offset,
                      STRIDE);
            }),
        new Twin(
            "rows.scoreRowsF16",
            false,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(6);
              MemorySegment rows = t.rows(count * t.n, 2, Kernels.scalar().rows()::storeF16);
              float[] q = t.floats(queries * (t.n + 3));
              float[] scores = t.floatsOut(queries * STRIDE);
              k.rows()
                  .scoreRowsF16(
                      rows, t.offset, count, t.n, q, t.offset, queries, t.n + 3, scores, t.offset,
                      STRIDE);
            }),
        new Twin(
            "rows.scoreRows",
            false,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(10);
              float[] rows = t.floats(count * t.n);
              float[] q = t.floats(queries * (t.n + 3));
              float[] scores = t.floatsOut(queries * STRIDE);
              k.rows()
                  .scoreRows(
                      rows, t.offset, count, t.n, q, t.offset, queries, t.n + 3, scores, t.offset,
                      STRIDE);
            }),
        new Twin(
            "rows.accumulateRowsF32",
            true,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(7);
              MemorySegment rows = t.rows(count * t.n, 4, Kernels.scalar().rows()::storeF32);
              float[] w = t.floats(queries * STRIDE);
              float[] sums = t.floatsInOut(queries * (t.n + 3));
              k.rows()
                  .accumulateRowsF32(
                      rows, t.offset, count, t.n, w, t.offset, queries, STRIDE, sums, t.offset,
                      t.n + 3);
            }),
        new Twin(
            "rows.accumulateRowsF16",
            true,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(7);
              MemorySegment rows = t.rows(count * t.n, 2, Kernels.scalar().rows()::storeF16);
              float[] w = t.floats(queries * STRIDE);
              float[] sums = t.floatsInOut(queries * (t.n + 3));
              k.rows()
                  .accumulateRowsF16(
                      rows, t.offset, count, t.n, w, t.offset, queries, STRIDE, sums, t.offset,
                      t.n + 3);
            }),
        new Twin(
            "rows.accumulateRows",
            true,
            (k, t) -> {
              int count = t.draw(70);
              int queries = 1 + t.draw(7);
              float[] rows = t.floats(count * t.n);
              float[] w = t.floats(queries * STRIDE);
              float[] sums = t.floatsInOut(queries * (t.n + 3));
              k.rows()
                  .accumulateRows(
                      rows, t.offset, count, t.n, w, t.offset, queries, STRIDE, sums, t.offset,
                      t.n + 3);
            }));
  }

  private static List<Twin> others() {
    return List.of(
        new Twin(
            "softmax.max", true, (k, t) -> t.result(k.softmax().max(t.floats(t.n), t.offset, t.n))),
        new Twin(
            "softmax.expSum",
            true,
            (k, t) -> {
              float[] s = t.floatsInOut(t.n * 9);
              for (int i = 0; i < t.n; i += 5) {
                s[t.offset + i] = Float.NEGATIVE_INFINITY;
              }
              float max = Kernels.scalar().softmax().max(s, t.offset, t.n * 9);
              t.result(k.softmax().expSum(s, t.offset, t.n * 9, max));
            }),
        new Twin(
            "softmax.softCap",
            true,
            (k, t) -> k.softmax().softCap(t.floatsInOut(t.n), t.offset, t.n, 5f)),
        new Twin(
            "softmax.scaleInPlace",
            true,
            (k, t) -> k.softmax().scaleInPlace(t.floatsInOut(t.n), t.offset, t.n, 0.7f)),
        new Twin(
            "softmax.siluMultiply",
            true,
            (k, t) -> {
              float[] up = t.floats(t.n);
              k.softmax().siluMultiply(t.floatsInOut(t.n), t.offset, up, t.offset, t.n);
            }),
        new Twin("rope.addTurning", true, Twins::addTurning),
        new Twin(
            "matrix.multiply",
            false,
            (k, t) -> {
              for (WeightType type : WeightType.values()) {
                int rows = 1 + t.draw(11);
                int first = t.draw(rows);
                int tokens = 1 + t.draw(11);
                MemorySegment w = t.rows(rows * t.n, type.bytes(), store(type));
                float[] x = t.floats(tokens * (t.n + 1));
                float[] y = t.floatsOut(tokens * (rows + 2));
                k.matrix()
                    .multiply(
                        type, w, t.offset, first, rows, t.n, x, t.offset, tokens, t.n + 1, y,
                        t.offset, rows + 2);
              }
            }));
  }

  private static Trial.Store store(WeightType type) {
    return switch (type) {
      case F32 -> Kernels.scalar().rows()::storeF32;
      case F16 -> Kernels.scalar().rows()::storeF16;
      case BF16 -> Kernels.scalar().rows()::storeBf16;
    };
  }

  private static void addTurning(Kernels k, Trial t) {
    int tables = 1 + t.draw(9);
    int pairs = t.draw(Math.min(t.n, 40) + 1);
    int[] list = new int[pairs];
    for (int i = 0; i < pairs; i++) {
      list[i] = t.draw(tables);
    }
    TurningPairs turning =
        new TurningPairs(
            list,
            t.draw(pairs + 1),
            phases(t, tables * RopeKernels.SPAN),
            phases(t, tables * RopeKernels.SPAN),
            phases(t, tables * RopeKernels.SPANS),
            phases(t, tables * RopeKernels.SPANS),
            phases(t, tables));
    int from = t.draw(RopeKernels.SPAN * RopeKernels.SPANS);
    int to = from + t.draw(RopeKernels.SPAN * RopeKernels.SPANS - from + 1);
    float[] work = new float[t.offset + RopeKernels.workFloats(pairs)];
    float[] a = t.floats(pairs);
    float[] b = t.floats(pairs);
    k.rope()
        .addTurning(
            turning,
            a,
            t.offset,
            b,
            t.offset,
            from,
            to,
            t.floatsInOut(to - from),
            t.offset,
            work,
            t.offset);
  }

  private static float[] phases(Trial t, int count) {
    float[] phases = new float[count];
    for (int i = 0; i < count; i++) {
      phases[i] = t.draw(2000) * 0.001f - 1f;
    }
    return phases;
  }
}

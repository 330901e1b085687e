package dev.velox.simd;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RopeKernels;
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
            storage(),
            attention(),
            codes(),
            groups(),
            others(),
            TableTwins.all(),
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

  private static List<Twin> storage() {
    return List.of(
        new Twin(
            "rows.storeF32",
            true,
            (k, t) ->
                k.rows().storeF32(t.floats(t.n), t.offset, t.memoryOut(4L * t.n), t.offset, t.n)),
        new Twin(
            "rows.loadF32",
            true,
            (k, t) ->
                k.rows().loadF32(t.memory(4L * t.n), t.offset, t.floatsOut(t.n), t.offset, t.n)),
        new Twin(
            "rows.storeF16",
            true,
            (k, t) ->
                t.result(
                    k.rows()
                        .storeF16(t.floats(t.n), t.offset, t.memoryOut(2L * t.n), t.offset, t.n))),
        new Twin(
            "rows.loadF16",
            true,
            (k, t) ->
                k.rows().loadF16(t.memory(2L * t.n), t.offset, t.floatsOut(t.n), t.offset, t.n)),
        new Twin(
            "rows.storeBf16",
            true,
            (k, t) ->
                t.result(
                    k.rows()
                        .storeBf16(t.floats(t.n), t.offset, t.memoryOut(2L * t.n), t.offset, t.n))),
        new Twin(
            "rows.loadBf16",
            true,
            (k, t) ->
                k.rows().loadBf16(t.memory(2L * t.n), t.offset, t.floatsOut(t.n), t.offset, t.n)));
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

  private static List<Twin> codes() {
    return List.of(
        new Twin(
            "codes.pack",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                byte[] codes = t.bytes(t.n);
                MemorySegment m = t.memoryOut(CodeKernels.packedBytes(bits, t.n));
                k.codes().pack(bits, codes, t.offset, t.n, m, t.offset);
              }
            }),
        new Twin(
            "codes.unpack",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                MemorySegment m = t.memory(CodeKernels.packedBytes(bits, t.n));
                k.codes().unpack(bits, m, t.offset, t.n, t.bytesOut(t.n), t.offset);
              }
            }),
        new Twin(
            "codes.unpackFloats",
            true,
            (k, t) -> {
              for (int bits = 1; bits <= 8; bits++) {
                MemorySegment m = t.memory(CodeKernels.packedBytes(bits, t.n));
                k.codes().unpackFloats(bits, m, t.offset, t.n, t.floatsOut(t.n), t.offset);
              }
            }),
        new Twin(
            "codes.sumWords",
            true,
            (k, t) -> {
              long sum = k.codes().sumWords(t.memory(8L * t.n), t.offset, t.n);
              for (int shift = 0; shift < 64; shift += 16) {
                t.result(sum >>> shift & 0xffff);
              }
            }));
  }

  private static List<Twin> groups() {
    return List.of(
        new Twin(
            "groups.minMax",
            true,
            (k, t) -> {
              float[] out = new float[2];
              k.groups().minMax(t.floats(t.n), t.offset, t.n, out);
              t.result(out[0]);
              t.result(out[1]);
            }),
        new Twin(
            "groups.minMaxColumns",
            true,
            (k, t) -> {
              int count = t.draw(20);
              float[] rows = t.floats(count * (t.n + 2));
              float[] min = t.floatsOut(t.n);
              float[] max = t.floatsOut(t.n);
              k.groups()
                  .minMaxColumns(rows, t.offset, t.n + 2, count, t.n, min, t.offset, max, t.offset);
            }),
        new Twin(
            "groups.encode",
            true,
            (k, t) -> {
              for (int maxCode = 1; maxCode < 256; maxCode = 2 * maxCode + 1) {
                float zero = -3f + t.draw(3);
                float scale = t.draw(5) * 0.01f;
                float[] x = t.floats(t.n);
                for (int i = 0; i < t.n; i += 3) {
                  x[t.offset + i] = zero + (t.draw(maxCode + 1) + 0.5f) * scale;
                }
                k.groups()
                    .encode(x, t.offset, t.n, zero, scale, maxCode, t.bytesOut(t.n), t.offset);
              }
            }),
        new Twin(
            "groups.encodeColumns",
            true,
            (k, t) -> {
              int count = t.draw(70);
              float[] rows = t.floats(count * (t.n + 2));
              float[] zero = t.floats(t.n);
              float[] scale = scales(t);
              byte[] codes = t.bytesOut(count * t.n);
              int maxCode = (1 << (1 + t.draw(8))) - 1;
              k.groups()
                  .encodeColumns(
                      rows, t.offset, t.n + 2, count, t.n, zero, t.offset, scale, t.offset, maxCode,
                      codes, t.offset);
            }),
        new Twin(
            "groups.decode",
            true,
            (k, t) ->
                k.groups()
                    .decode(t.bytes(t.n), t.offset, t.n, 0.3f, 0.07f, t.floatsOut(t.n), t.offset)),
        new Twin(
            "groups.decodeColumns",
            true,
            (k, t) -> {
              int count = t.draw(70);
              byte[] codes = t.bytes(count * t.n);
              float[] zero = t.floats(t.n);
              float[] scale = scales(t);
              float[] rows = t.floatsOut(count * t.n);
              k.groups()
                  .decodeColumns(
                      codes, t.offset, count, t.n, zero, t.offset, scale, t.offset, rows, t.offset,
                      t.n);
            }),
        new Twin(
            "groups.scaleGroups",
            true,
            (k, t) -> {
              int count = t.draw(20);
              int group = 1 + t.draw(40);
              float[] rows = t.floatsInOut(count * t.n);
              float[] scales = t.floats(count * ((t.n + group - 1) / group));
              k.groups().scaleGroups(rows, t.offset, count, t.n, group, scales, t.offset);
            }));
  }

  private static float[] scales(Trial t) {
    float[] scale = t.floats(t.n);
    for (int i = 0; i < t.n; i++) {
      scale[t.offset + i] = t.draw(6) == 0 ? 0f : Math.abs(scale[t.offset + i]);
    }
    return scale;
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
        new Twin(
            "rope.addRotated",
            true,
            (k, t) -> {
              int pairs = t.n;
              int from = t.draw(RopeKernels.BLOCK);
              int count = t.draw(RopeKernels.BLOCK - from + 1);
              float[] a = t.floats(pairs);
              float[] b = t.floats(pairs);
              float[] cos = new float[pairs * RopeKernels.BLOCK];
              float[] sin = new float[pairs * RopeKernels.BLOCK];
              for (int i = 0; i < cos.length; i++) {
                cos[i] = t.draw(2000) * 0.001f - 1f;
                sin[i] = t.draw(2000) * 0.001f - 1f;
              }
              float[] scores = t.floatsInOut(count);
              int[] rows = new int[t.offset + pairs];
              for (int i = 0; i < pairs; i++) {
                rows[t.offset + i] = t.draw(pairs);
              }
              k.rope()
                  .addRotated(
                      a, t.offset, b, t.offset, rows, t.offset, pairs, cos, sin, from, count,
                      scores, t.offset);
            }),
        new Twin(
            "rope.addPolynomial",
            true,
            (k, t) -> {
              int from = t.draw(RopeKernels.BLOCK);
              int count = t.draw(RopeKernels.BLOCK - from + 1);
              float[] c = t.floats(5);
              k.rope().addPolynomial(c, t.offset, from, count, t.floatsInOut(count), t.offset);
            }),
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
}

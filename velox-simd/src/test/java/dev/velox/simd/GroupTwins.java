package dev.velox.simd;

import dev.velox.kernels.CodeKernels;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** How the bit packer and the kernels of groups are tried. */
final class GroupTwins {
  private GroupTwins() {}

  static List<Twin> codes() {
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
            "codes.columns",
            true,
            (k, t) -> {
              for (int bits = 2; bits <= 4; bits++) {
                MemorySegment m = t.memory(64L * bits);
                k.codes().columns(bits, m, t.offset, t.bytesOut(512), t.offset);
              }
            }),
        new Twin(
            "codes.turn",
            true,
            (k, t) -> {
              byte[] columns = t.bytes(512 + 256);
              int from = t.draw(64);
              int to = from + 1 + t.draw(64 - from);
              int stride = 8 + t.draw(5);
              byte[] rows = t.bytesOut((to - from) * stride);
              k.codes().turn(columns, t.offset, from, to, rows, t.offset, stride);
            }),
        new Twin(
            "codes.row",
            true,
            (k, t) -> {
              for (int bits = 2; bits <= 4; bits++) {
                MemorySegment m = t.memory(bits == 3 ? 192 : 64);
                for (int token = 0; token < (bits == 3 ? 8 : 8 / bits); token++) {
                  k.codes().row(bits, m, t.offset, token, t.bytesOut(64), t.offset);
                }
              }
            }),
        new Twin(
            "codes.packColumns",
            true,
            (k, t) -> {
              for (int bits = 2; bits <= 4; bits++) {
                int stride = 64 + t.n % 130;
                byte[] codes = codes(t, bits, 64 * stride);
                MemorySegment m = t.memoryOut(512L * bits);
                k.codes().packColumns(bits, codes, t.offset, stride, m, t.offset);
              }
            }),
        new Twin(
            "codes.packRow",
            true,
            (k, t) -> {
              for (int bits = 2; bits <= 4; bits++) {
                int stride = 64 + t.n;
                byte[] codes = codes(t, bits, 8 * stride);
                MemorySegment m = t.memoryOut(bits == 3 ? 192 : 64);
                k.codes().packRow(bits, codes, t.offset, stride, m, t.offset);
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

  static List<Twin> groups() {
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

  private static byte[] codes(Trial t, int bits, int n) {
    byte[] codes = t.bytes(n);
    for (int i = 0; i < codes.length; i++) {
      codes[i] &= (byte) ((1 << bits) - 1);
    }
    return codes;
  }

  private static float[] scales(Trial t) {
    float[] scale = t.floats(t.n);
    for (int i = 0; i < t.n; i++) {
      scale[t.offset + i] = t.draw(6) == 0 ? 0f : Math.abs(scale[t.offset + i]);
    }
    return scale;
  }
}

package dev.velox.simd;

import java.util.List;

/** How the kernels that store and load rows are tried. */
final class StorageTwins {
  private StorageTwins() {}

  static List<Twin> all() {
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
            "rows.loadE4m3",
            true,
            (k, t) ->
                k.rows()
                    .loadE4m3(
                        t.memory(t.n),
                        t.offset,
                        Math.scalb(1f, t.draw(40) - 20),
                        t.floatsOut(t.n),
                        t.offset,
                        t.n)),
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
}

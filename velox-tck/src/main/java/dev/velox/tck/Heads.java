package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.util.Arrays;

/**
 * Law: a cache of several kv heads holds for each of them, bit for bit, what a cache of that head
 * alone holds; and query head h reads kv head {@code h / groupSize}.
 */
final class Heads {
  private static final int HEADS = 3;

  /** No multiple of one less than the heads: tiled heads must not come out right by chance. */
  private static final int GROUP = 3;

  private Heads() {}

  static void areAlone(Subject subject) {
    KvShape drawn = Case.draw(subject, 900).shape();
    int d = drawn.headDim();
    KvShape all = new KvShape(1, HEADS, HEADS * GROUP, d, 2048);
    KvShape one = new KvShape(1, 1, GROUP, d, 2048);
    Case example = Case.draw(subject, 900).withShape(all);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      int rows = shadow.frontier().exactRows() + 64 * 3 + 11;
      shadow.append(rows);
      float[] q = shadow.queries(0);
      try (var scratch = shadow.scratch()) {
        float[] out = shadow.attend(0, q, scratch);
        for (int h = 0; h < HEADS; h++) {
          try (KvCache cache = example.withShape(one).open(caches);
              var single = cache.newScratch(Workers.single())) {
            LayerCache layer = cache.layer(0);
            layer.append(slice(shadow, Role.KEYS, h), 0, slice(shadow, Role.VALUES, h), 0, rows);
            for (Role role : Role.values()) {
              Claim.sameBits(
                  Shadow.decoded(layer, role, 0, 0, rows, d),
                  shadow.decoded(role, 0, h, 0, rows),
                  role.label() + " of head " + h + " against the head alone, " + example);
            }
            float[] expected = new float[GROUP * d];
            layer.attend(0, GROUP, q, h * GROUP * d, expected, 0, single);
            float[] found = Arrays.copyOfRange(out, h * GROUP * d, (h + 1) * GROUP * d);
            int head = h;
            Claim.near(expected, found, 1e-5 * Fp64.max(expected), () -> "outputs of head " + head);
          }
        }
      }
    }
  }

  private static float[] slice(Shadow shadow, Role role, int head) {
    int d = shadow.shape().headDim();
    float[] rows = new float[shadow.length() * d];
    for (int t = 0; t < shadow.length(); t++) {
      System.arraycopy(shadow.row(role, 0, t), head * d, rows, t * d, d);
    }
    return rows;
  }
}

package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;

/** Laws at the edges: no token, one token, and head dims of every kind. */
final class Edges {
  private static final int[] HEAD_DIMS = {
    1, 2, 8, 31, 33, 64, 72, 80, 96, 112, 128, 160, 192, 256, 576
  };

  private Edges() {}

  /** Nothing appended: attention is zero, every call is quiet and changes nothing. */
  static void noToken(Subject subject) {
    Case example = Case.draw(subject, 1500);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Scratch scratch = shadow.scratch()) {
      Contents before = Contents.of(shadow);
      for (float x : shadow.attend(0, shadow.queries(0), scratch)) {
        Claim.that(x == 0, () -> "attention of an empty cache is " + x);
      }
      shadow.append(0);
      shadow.extend(0, scratch);
      shadow.trim(0);
      Claim.that(shadow.cache.canTrim(0), () -> "canTrim(0) of an empty cache is false");
      try (Shadow fork = shadow.fork()) {
        Claim.equal(0, fork.cache.length(), "length of a fork of nothing");
        fork.append(3);
      }
      Contents.of(shadow).mustEqual(before, "calls without rows, " + example);
    }
  }

  /** One row: attention is that value row; and one row more at a time is L2. */
  static void oneToken(Subject subject) {
    Case example = Case.draw(subject, 1510);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Scratch scratch = shadow.scratch()) {
      shadow.append(1);
      int d = shadow.shape().headDim();
      float[] out = shadow.attend(0, shadow.queries(0), scratch);
      for (int h = 0; h < shadow.shape().queryHeads(); h++) {
        int kv = h / shadow.shape().groupSize();
        float[] value = shadow.decoded(Role.VALUES, 0, kv, 0, 1);
        for (int c = 0; c < d; c++) {
          float given = out[h * d + c];
          float expected = value[c];
          Claim.that(
              Math.abs(given - expected) <= 1e-6 * Math.max(1, Math.abs(expected)),
              () -> "attention to one row is " + given + ", its value is " + expected);
        }
      }
      Originals.check(shadow, "with one row, " + example);
    }
  }

  /** Every head dim works, or is refused at open with a message that names it. */
  static void anyHeadDim(Subject subject) {
    int works = 0;
    for (int d : HEAD_DIMS) {
      KvShape shape = new KvShape(1, 2, 4, d, 512);
      Case example = Case.plain(subject, shape, "", 1520 + d);
      try (KvCaches caches = example.caches(Ledger.unlimited())) {
        KvCache cache;
        try {
          cache = caches.open(shape, example.spec(), AttentionSpec.plain(d));
        } catch (ConfigException e) {
          Claim.that(
              e.toString().contains(Integer.toString(d)),
              () -> "head dim " + d + " is refused without naming it: " + e.getMessage());
          continue;
        }
        works++;
        try (Shadow shadow = new Shadow(example, cache, RowKind.PLAIN);
            Scratch scratch = shadow.scratch()) {
          shadow.append(Math.min(500, shadow.frontier().exactRows() + 64 * 2 + 3));
          Originals.check(shadow, "head dim " + d);
          float[] q = shadow.queries(0);
          float[] out = shadow.attend(0, q, scratch);
          ExactAttention.check(shadow, 0, q, out, 0, shape.queryHeads());
        }
      }
    }
    int count = works;
    Claim.that(count > 0, () -> "no head dim is accepted");
  }
}

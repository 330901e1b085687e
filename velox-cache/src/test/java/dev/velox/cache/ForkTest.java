package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import org.junit.jupiter.api.Test;

/**
 * A fork shares sealed blocks, owns its exact rows, and neither side sees what the other does next.
 */
class ForkTest {
  private static final KvShape SHAPE = new KvShape(2, 2, 4, 16, 8192);

  @Test
  void ownsNoSealedBlock() {
    try (KvCaches caches = KvCaches.create()) {
      KvCache parent = open(caches);
      Rows rows = new Rows(SHAPE, 4200, null, 1, 3);
      rows.append(parent, 0, 4096);
      KvCache fork = parent.fork();
      ByteReport bytes = fork.bytes();
      assertTrue(bytes.keyCodes() > 0);
      assertEquals(
          bytes.keyCodes() + bytes.valueCodes() + bytes.parameters() + bytes.tables(),
          bytes.shared(),
          "codes and means are shared, nothing else is");
      assertEquals(bytes.exact() + bytes.scratch(), bytes.own());
      assertTrue(caches.audit(fork).exact());
      long ledger = caches.ledger().report().charged().resident();
      assertEquals(ledger, parent.bytes().own() + fork.bytes().own() + bytes.shared());

      float[] before = read(fork);
      rows.append(parent, 4096, 4200);
      assertArrayEquals(before, read(fork), "the parent goes on, the fork does not see it");
      rows.append(fork, 4096, 4200);
      assertArrayEquals(read(parent), read(fork), "both went the same way");
      before = read(fork);
      parent.close();
      assertArrayEquals(before, read(fork), "the parent is closed, its share has passed on");
      assertEquals(0, fork.bytes().shared());
      fork.close();
      assertEquals(0, caches.ledger().report().charged().resident());
    }
  }

  @Test
  void trimOfOneSideLeavesTheOther() {
    try (KvCaches caches = KvCaches.create();
        KvCache parent = open(caches)) {
      Rows rows = new Rows(SHAPE, 1000, null, 1, 4);
      rows.append(parent, 0, 700);
      try (KvCache fork = parent.fork()) {
        float[] before = read(parent);
        fork.trim(100);
        rows.append(fork, 100, 400);
        assertArrayEquals(before, read(parent));
        fork.trim(0);
        assertArrayEquals(before, read(parent));
      }
      assertEquals(0, parent.bytes().shared());
    }
  }

  private static KvCache open(KvCaches caches) {
    CacheSpec spec = CacheSpec.parse("f16;center=on;sinks=4;window=20");
    return caches.open(SHAPE, spec, AttentionSpec.plain(SHAPE.headDim()));
  }

  static float[] read(KvCache cache) {
    int n = cache.length() * cache.shape().headDim();
    int heads = cache.shape().kvHeads();
    float[] all = new float[2 * cache.shape().layers() * heads * n];
    int at = 0;
    for (int l = 0; l < cache.shape().layers(); l++) {
      for (Role role : Role.values()) {
        for (int h = 0; h < heads; h++) {
          cache.layer(l).materialize(role, h, 0, cache.length(), all, at);
          at += n;
        }
      }
    }
    return all;
  }
}

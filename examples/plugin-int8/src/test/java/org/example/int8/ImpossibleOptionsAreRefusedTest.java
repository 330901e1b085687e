package org.example.int8;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import dev.velox.kernels.Kernels;
import org.junit.jupiter.api.Test;

/** The method is found by its id, and refuses at open what it cannot do, saying why. */
class ImpossibleOptionsAreRefusedTest {
  private static void open(String spec) {
    KvShape shape = new KvShape(1, 1, 1, 64, 256);
    try (KvCaches caches = KvCaches.create()) {
      caches.open(shape, CacheSpec.parse(spec), AttentionSpec.plain(64)).close();
    }
  }

  @Test
  void whatItCanDoOpens() {
    open("int8");
    open("int8:group-size=64,zero-point=false");
  }

  @Test
  void groupsWiderThanAHead() {
    ConfigException refused = assertThrows(ConfigException.class, () -> open("int8:group-size=65"));
    assertEquals("int8: group-size is '65', must be at most head-dim 64", refused.getMessage());
  }

  @Test
  void valuesOutOfRangeAndUnknownOptions() {
    for (String spec : new String[] {"int8:group-size=-1", "int8:zero-point=yes", "int8:bits=8"}) {
      ConfigException refused = assertThrows(ConfigException.class, () -> open(spec));
      assertTrue(refused.getMessage().startsWith("int8: option "), refused::getMessage);
    }
  }

  /** So that the two runs of these tests are what they say. */
  @Test
  void kernelsAreThoseOfThisRun() {
    assertEquals(Boolean.getBoolean("int8.scalar"), Kernels.active().vectorBits() == 0);
    assertEquals(Boolean.getBoolean("int8.scalar"), !Int8Method.class.getModule().isNamed());
  }
}

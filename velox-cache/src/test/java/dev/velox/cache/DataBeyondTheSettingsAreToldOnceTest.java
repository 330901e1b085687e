package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the settings in force cannot do justice to is said once a layer and role, and named. */
class DataBeyondTheSettingsAreToldOnceTest {
  private static final KvShape SHAPE = new KvShape(2, 2, 2, 32, 400);
  private static final int BIASED = 1;

  private final Logger log = (Logger) LoggerFactory.getLogger(DataWarnings.class);
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();

  @BeforeEach
  void listen() {
    told.start();
    log.addAppender(told);
  }

  @AfterEach
  void leave() {
    log.detachAppender(told);
  }

  /** Fills both layers; head 1 of layer 1 has keys of one large constant. */
  private List<String> fill(String spec, float constant, float loudest) {
    float[] keys = Rows.gaussian(new SplittableRandom(1), 400 * SHAPE.rowFloats());
    float[] values = Rows.gaussian(new SplittableRandom(2), 400 * SHAPE.rowFloats());
    values[7] = loudest;
    try (KvCaches caches = KvCaches.create();
        KvCache cache =
            caches.open(SHAPE, CacheSpec.parse(spec), AttentionSpec.plain(SHAPE.headDim()))) {
      cache.layer(0).append(keys, 0, values, 0, 400);
      for (int t = 0; t < 400; t++) {
        keys[t * SHAPE.rowFloats() + SHAPE.headDim() + 3] += constant;
      }
      cache.layer(BIASED).append(keys, 0, values, 0, 200);
      cache.layer(BIASED).append(keys, 200 * SHAPE.rowFloats(), values, 0, 200);
    }
    return told.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void biasedKeysWithoutCentring() {
    List<String> lines = fill("uniform:bits=4;center=off", 100, 0);
    assertEquals(1, lines.size(), lines.toString());
    assertTrue(lines.getFirst().startsWith("layer 1, kv head 1: keys "), lines.getFirst());
    assertTrue(lines.getFirst().contains("center=on"), lines.getFirst());
  }

  @Test
  void nothingWhereAllIsWell() {
    assertEquals(List.of(), fill("uniform:bits=4;center=off", 2, 0));
    assertEquals(List.of(), fill("uniform:bits=4", 100, 0));
    assertEquals(List.of(), fill("f16", 100, 0));
  }

  @Test
  void numbersBeyondBinary16() {
    List<String> lines = fill("uniform:bits=4", 0, 1e6f);
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.getFirst().startsWith("layer 0 values: 1 numbers "), lines.getFirst());
    assertTrue(lines.getLast().startsWith("layer 1 values: "), lines.getLast());
  }
}

package dev.velox.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.velox.api.CacheSpec;
import dev.velox.runtime.model.TestModels;
import dev.velox.runtime.reference.ExactCache;
import dev.velox.runtime.sampling.Sampler;
import dev.velox.runtime.sampling.SamplingOptions;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * Once warm, a token costs no heap outside the cache (which has this law in its own tests): forward
 * pass, logits and the choice of the next one.
 */
class DecodingAllocatesNothingTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALM = 30;
  private static final int MOST = 60_000;

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  @Test
  void aTokenCostsNoHeap() {
    try (Velox velox =
            Velox.load(
                TestModels.files(TestModels.TIED),
                (shape, spec, attention) -> new ExactCache(shape, attention, spec),
                null,
                2);
        TokenRunner runner = velox.runner(CacheSpec.parse("f32"), 0, 1)) {
      Sampler sampler = new Sampler(new SamplingOptions(1, 0, 0.9, 1.2, 3), runner.vocabulary());
      float[] logits = new float[runner.vocabulary()];
      int[] next = {5};
      int start = 40;
      int calm = 0;
      long bytes = 0;
      for (int i = 0; i < MOST && calm < CALM; i++) {
        if (runner.cache().length() == start + 8) {
          runner.cache().trim(start);
        }
        long before = allocated();
        runner.run(next, 0, 1);
        runner.logits(0, 1, logits, 0);
        next[0] = sampler.next(logits, 0);
        sampler.accept(next[0]);
        bytes = allocated() - before;
        calm = bytes == 0 ? calm + 1 : 0;
      }
      assertEquals(CALM, calm, "still " + bytes + " bytes a token after " + MOST);
    }
  }
}

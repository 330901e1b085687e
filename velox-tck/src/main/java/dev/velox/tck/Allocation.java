package dev.velox.tck;

import com.sun.management.ThreadMXBean;
import dev.velox.accounting.Ledger;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.cache.KvCaches;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * Law: once warm, attend, append and extend allocate nothing on the heap but when a block is handed
 * over.
 */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final KvShape SHAPE = new KvShape(1, 2, 8, 64, 2048);
  private static final int CALM = 40;
  private static final int CALLS_BETWEEN_PAUSES = 400;
  private static final long PAUSE_NANOS = 50_000_000;

  private Allocation() {}

  static void noneOnceWarm(Subject subject, Effort effort) {
    KvShape shape = subject.accepts(SHAPE) ? SHAPE : Case.shape(subject, new Dice(2), 1);
    Case plain = Case.plain(subject, shape, "", 1100);
    Rope rope = Rope.of(10_000, Math.max(2, shape.headDim() / 2 * 2));
    Case example =
        shape.headDim() < 2 ? plain : plain.withAttention(plain.attention().withRope(rope));
    try (KvCaches caches = example.caches(Ledger.unlimited());
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN);
        Scratch scratch = shadow.scratch()) {
      shadow.append(shadow.frontier().exactRows() + 64 * 2);
      LayerCache layer = shadow.cache.layer(0);
      float[] q = shadow.queries(0);
      float[] out = new float[q.length];
      int heads = shadow.shape().queryHeads();
      calm(effort, "attend", () -> layer.attend(0, heads, q, 0, out, 0, scratch));
      writes(effort, shadow, scratch);
    }
  }

  /** Single rows, then trimmed back, so that no block is handed over within a measured call. */
  private static void writes(Effort effort, Shadow shadow, Scratch scratch) {
    LayerCache layer = shadow.cache.layer(0);
    while (shadow.cache.rowsUntilSeal() < 20) {
      shadow.append(1);
    }
    int length = shadow.length();
    float[] keys = new float[shadow.shape().rowFloats() * 2];
    float[] values = keys.clone();
    float[] q = new float[shadow.shape().queryHeads() * shadow.shape().headDim() * 2];
    float[] out = q.clone();
    long[] most = new long[1];
    calm(
        effort,
        "append",
        () -> {
          if (layer.length() > length + 8) {
            shadow.cache.trim(length);
          }
          long before = allocated();
          layer.append(keys, 0, values, 0, 2);
          most[0] = allocated() - before;
        },
        most);
    calm(
        effort,
        "extend",
        () -> {
          if (layer.length() > length + 8) {
            shadow.cache.trim(length);
          }
          long before = allocated();
          layer.extend(keys, 0, values, 0, q, 0, 2, out, 0, scratch);
          most[0] = allocated() - before;
        },
        most);
  }

  private static void calm(Effort effort, String what, Runnable call) {
    long[] bytes = new long[1];
    calm(
        effort,
        what,
        () -> {
          long before = allocated();
          call.run();
          bytes[0] = allocated() - before;
        },
        bytes);
  }

  /** Repeats a call until it allocates nothing many times in a row; pauses let it be compiled. */
  private static void calm(Effort effort, String what, Runnable call, long[] bytes) {
    int calm = 0;
    for (int i = 1; i <= effort.calls() && calm < CALM; i++) {
      call.run();
      calm = bytes[0] == 0 ? calm + 1 : 0;
      if (i % CALLS_BETWEEN_PAUSES == 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    int reached = calm;
    Claim.that(
        reached == CALM,
        () -> what + " still allocates " + bytes[0] + " bytes after " + effort.calls() + " calls");
  }

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}

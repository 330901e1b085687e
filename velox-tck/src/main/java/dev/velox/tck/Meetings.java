package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.BusyException;
import dev.velox.api.ClosedException;
import dev.velox.api.KvCache;
import dev.velox.api.LayerCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Law: while a call is surely inside a track, a call that must not meet it is refused at once, one
 * that may goes through, and close waits for it. No luck is needed: the call is held there.
 */
final class Meetings {
  private static final Duration LONG = Duration.ofSeconds(30);

  private Meetings() {}

  static void areRefusedOrWait(Subject subject) {
    Pause read = new Pause("decode");
    duringRead(Case.draw(subject.paused(read), 1040), read);
    Pause write = new Pause("encode");
    duringWrite(Case.draw(subject.paused(write), 1040), write);
  }

  private static void duringRead(Case example, Pause pause) {
    Ledger ledger = Ledger.unlimited();
    try (KvCaches caches = example.caches(ledger);
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(shadow.frontier().exactRows() + 64 * 2 + 3);
      Role role = example.subject().roles().getFirst();
      float[] expected = shadow.decoded(role, 0, 0, 0, shadow.length());
      float[] q = shadow.queries(0);
      Scratch scratch = shadow.scratch();
      float[] attended = shadow.attend(0, q, scratch);
      AtomicReference<float[]> found = new AtomicReference<>(new float[0]);
      pause.arm();
      Inside reader = Inside.start(() -> found.set(shadow.decoded(role, 0, 0, 0, shadow.length())));
      try {
        pause.awaitEntered();
        Claim.sameBits(attended, shadow.attend(0, q, scratch), "attend during a read");
        shadow.cache.fork().close();
        busy("append", () -> append(shadow.cache, shadow));
        busy("trim", () -> shadow.cache.trim(1));
        Inside closing = Inside.start(shadow.cache::close);
        closing.mustWait("close during a read");
        closed("attend while close waits", () -> shadow.attend(0, q, scratch));
        pause.end();
        reader.end();
        closing.end();
      } finally {
        pause.end();
      }
      Claim.sameBits(expected, found.get(), "rows read while others came, " + example);
      scratch.close();
    }
    Claim.equal(0L, ledger.report().charged().resident(), "ledger after close, " + example);
  }

  private static void duringWrite(Case example, Pause pause) {
    Ledger ledger = Ledger.unlimited();
    try (KvCaches caches = example.caches(ledger);
        Shadow shadow = new Shadow(example, example.open(caches), RowKind.PLAIN)) {
      shadow.append(70);
      float[] q = shadow.queries(0);
      Scratch scratch = shadow.scratch();
      pause.arm();
      int rows = shadow.frontier().exactRows() + 64 * 3;
      Inside writer = Inside.start(() -> shadow.append(rows));
      try {
        pause.awaitEntered();
        LayerCache layer = shadow.cache.layer(0);
        float[] one = new float[shadow.shape().headDim()];
        busy("attend", () -> shadow.attend(0, q, scratch));
        busy("materialize", () -> layer.materialize(Role.KEYS, 0, 0, 1, one, 0));
        busy("append", () -> append(shadow.cache, shadow));
        busy("trim", () -> shadow.cache.trim(1));
        busy("fork", () -> shadow.cache.fork().close());
        busy("newScratch", () -> shadow.cache.newScratch(Workers.single()).close());
        Inside closing = Inside.start(shadow.cache::close);
        closing.mustWait("close during a write");
        pause.end();
        closing.end();
        writer.endOrClosed();
      } finally {
        pause.end();
      }
      scratch.close();
    }
    Claim.equal(0L, ledger.report().charged().resident(), "ledger after close, " + example);
  }

  private static void append(KvCache cache, Shadow shadow) {
    float[] row = new float[shadow.shape().rowFloats()];
    cache.layer(0).append(row, 0, row, 0, 1);
  }

  private static void busy(String what, Claim.Call call) {
    Claim.refused(BusyException.class, what + " that meets another call", call);
  }

  private static void closed(String what, Claim.Call call) {
    Claim.refused(ClosedException.class, what, call);
  }

  /** A call on a thread of its own. */
  private static final class Inside {
    private final Thread thread;
    private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

    private Inside(Claim.Call call) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      call.run();
                    } catch (Throwable e) {
                      thrown.set(e);
                    }
                  });
    }

    static Inside start(Claim.Call call) {
      return new Inside(call);
    }

    /** It comes to wait for something, and does not end. */
    void mustWait(String what) {
      while (true) {
        Thread.State state = thread.getState();
        Claim.that(state != Thread.State.TERMINATED, () -> what + " did not wait");
        if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
          return;
        }
        Thread.onSpinWait();
      }
    }

    void end() {
      endOrClosed();
      Throwable e = thrown.get();
      if (e != null) {
        throw new AssertionError("a call that was met threw " + e, e);
      }
    }

    /** A call in several layers may find the cache closed before the last of them. */
    void endOrClosed() {
      try {
        Claim.that(thread.join(LONG), () -> "a call hangs");
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
      Throwable e = thrown.get();
      if (e != null && !(e instanceof ClosedException)) {
        throw new AssertionError("a call that was met threw " + e, e);
      }
    }
  }
}

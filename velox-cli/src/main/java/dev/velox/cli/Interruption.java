package dev.velox.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a request to stop, and gives the command time to follow it: print what there
 * is, close the cache. The process then ends with the status shells know for Ctrl-C.
 */
final class Interruption implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean came;

  private Interruption(Runnable stop) {
    hook = new Thread(() -> interrupt(stop), "velox-interrupt");
  }

  /**
   * Listens until closed.
   *
   * @param stop asks the work to stop; returns at once
   */
  static Interruption listen(Runnable stop) {
    Interruption interruption = new Interruption(stop);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void interrupt(Runnable stop) {
    came = true;
    stop.run();
    try {
      boolean unused = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether Ctrl-C came. */
  boolean came() {
    return came;
  }

  /** Stops listening, or, when Ctrl-C came, lets the process end. */
  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is ending, and the hook was only waiting for this.
    }
  }
}

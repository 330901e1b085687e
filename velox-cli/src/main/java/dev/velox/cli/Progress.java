package dev.velox.cli;

import java.time.Duration;
import java.time.Instant;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far long work has come, on standard error: a bar drawn over itself where that is a terminal,
 * else a line from time to time.
 */
final class Progress implements AutoCloseable {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final int BAR_WIDTH = 80;

  private final Streams streams;
  private final String task;
  private final String unit;
  private @Nullable ProgressBar bar;
  private Instant told = Instant.now();

  Progress(Streams streams, String task, String unit) {
    this.streams = streams;
    this.task = task;
    this.unit = unit;
  }

  private ProgressBar newBar() {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setStyle(ProgressBarStyle.ASCII)
        .setInitialMax(1)
        .setUpdateIntervalMillis(200)
        .setMaxRenderedLength(BAR_WIDTH)
        .clearDisplayOnFinish()
        .setConsumer(new DelegatingProgressBarConsumer(this::draw, BAR_WIDTH))
        .build();
  }

  private void draw(String line) {
    streams.err().print("\r" + line);
    streams.err().flush();
  }

  /** So much is done. */
  void at(long done, long total) {
    if (streams.terminal()) {
      if (bar == null) {
        bar = newBar();
      }
      bar.maxHint(total);
      bar.stepTo(done);
      return;
    }
    Instant now = Instant.now();
    if (Duration.between(told, now).compareTo(BETWEEN_LINES) >= 0) {
      told = now;
      streams.note(task + ": " + done + " of " + total + " " + unit);
    }
  }

  /** Removes the bar, if there is one. */
  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
      draw(" ".repeat(BAR_WIDTH) + "\r");
    }
  }
}

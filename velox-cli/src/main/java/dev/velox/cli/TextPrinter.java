package dev.velox.cli;

import dev.velox.runtime.Cancellation;
import dev.velox.runtime.TextListener;

/** Prints what the model writes, and how far it has read before that. */
final class TextPrinter implements TextListener, AutoCloseable {
  private final Streams streams;
  private final boolean prints;
  private final Cancellation cancellation;
  private final Progress reading;

  TextPrinter(Streams streams, boolean prints, Cancellation cancellation) {
    this.streams = streams;
    this.prints = prints;
    this.cancellation = cancellation;
    this.reading = new Progress(streams, "prompt", "tokens");
  }

  @Override
  public void prompt(int done, int total) {
    if (done < total) {
      reading.at(done, total);
    } else {
      reading.close();
    }
  }

  @Override
  public void text(String piece) {
    if (!prints) {
      return;
    }
    streams.out().print(piece);
    if (streams.outputGone()) {
      cancellation.cancel();
    }
  }

  @Override
  public void close() {
    reading.close();
  }
}

package dev.velox.runtime;

import dev.velox.runtime.sampling.StopTexts;
import dev.velox.runtime.text.Detokenizer;
import java.util.List;

/**
 * Tokens on their way to the listener: whole characters, watched for stop texts, and kept for the
 * result.
 */
final class TextWriter {
  private final Detokenizer detokenizer;
  private final StopTexts stops;
  private final TextListener listener;
  private final StringBuilder text = new StringBuilder();

  TextWriter(Detokenizer detokenizer, List<String> stop, TextListener listener) {
    this.detokenizer = detokenizer;
    this.stops = new StopTexts(stop);
    this.listener = listener;
  }

  /** Writes a token; true once a stop text has been met. */
  boolean write(int token) {
    emit(stops.next(detokenizer.next(token)));
    return stops.stopped();
  }

  /** Writes what was held back in case it began a stop text. */
  void end() {
    emit(stops.rest());
  }

  String text() {
    return text.toString();
  }

  private void emit(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      listener.text(piece);
    }
  }
}

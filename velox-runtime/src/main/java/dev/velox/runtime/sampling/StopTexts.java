package dev.velox.runtime.sampling;

import dev.velox.api.ConfigException;
import java.util.List;

/**
 * Watches a stream of text for the texts at which to stop. What might be the beginning of one is
 * held back, so that no part of a stop text ever comes out.
 */
public final class StopTexts {
  private final List<String> stops;
  private final StringBuilder held = new StringBuilder();
  private boolean stopped;

  /**
   * Watches for any of several texts.
   *
   * @param stops the texts, none empty
   */
  public StopTexts(List<String> stops) {
    this.stops = List.copyOf(stops);
    if (this.stops.contains("")) {
      throw new ConfigException("generate", "stop", "", "must not be empty");
    }
  }

  /**
   * Adds text.
   *
   * @param text the next piece
   * @return what may come out now
   */
  public String next(String text) {
    if (stopped) {
      return "";
    }
    held.append(text);
    int first = -1;
    for (String stop : stops) {
      int at = held.indexOf(stop);
      if (at >= 0 && (first < 0 || at < first)) {
        first = at;
      }
    }
    if (first >= 0) {
      stopped = true;
      held.setLength(first);
      return rest();
    }
    int keep = 0;
    for (String stop : stops) {
      keep = Math.max(keep, begun(stop));
    }
    String out = held.substring(0, held.length() - keep);
    held.delete(0, held.length() - keep);
    return out;
  }

  /**
   * Whether a stop text has been met.
   *
   * @return true from then on
   */
  public boolean stopped() {
    return stopped;
  }

  /**
   * Ends the text.
   *
   * @return what was held back and turned out to begin no stop text
   */
  public String rest() {
    String out = held.toString();
    held.setLength(0);
    return out;
  }

  /** How many characters at the end of the held text are the beginning of a stop text. */
  private int begun(String stop) {
    for (int n = Math.min(stop.length() - 1, held.length()); n > 0; n--) {
      if (stop.startsWith(held.substring(held.length() - n))) {
        return n;
      }
    }
    return 0;
  }
}

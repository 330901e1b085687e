package dev.velox.runtime.eval;

import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.runtime.Velox;
import dev.velox.runtime.json.JsonFields;
import dev.velox.runtime.weights.ModelFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where evaluation windows come from: those shipped with a model, or a text of the user's. */
public final class EvalWindows {
  /** The file of a model that lists its windows. */
  public static final String FILE = "windows.json";

  private static final int FILE_LIMIT = 1 << 20;
  private static final int TEXT_LIMIT = 1 << 30;
  private static final int MOST_TOKENS = 1 << 30;

  private EvalWindows() {}

  /**
   * The windows shipped with a model: token offsets into its texts, each encoded whole, without
   * special tokens.
   *
   * @param velox the model
   * @param files its files, with {@value #FILE} and the texts it names as {@code texts/NAME.txt}
   * @return the windows in the order of the file
   * @throws FormatException if a file is missing or a window leaves its text
   */
  public static List<EvalWindow> shipped(Velox velox, ModelFiles files) {
    JsonFields list = JsonFields.parse(files.label(FILE), files.read(FILE, FILE_LIMIT));
    Map<String, int[]> texts = new HashMap<>();
    List<EvalWindow> windows = new ArrayList<>();
    for (JsonFields window : list.objects("windows")) {
      String name = window.text("text");
      int[] ids = texts.computeIfAbsent(name, n -> encode(velox, files, n));
      int start = window.integer("start", 0, ids.length - 2);
      int length = window.integer("length", 2, ids.length - start);
      windows.add(new EvalWindow(name, start, Arrays.copyOfRange(ids, start, start + length)));
    }
    return windows;
  }

  private static int[] encode(Velox velox, ModelFiles files, String name) {
    byte[] text = files.read("texts/" + name + ".txt", TEXT_LIMIT);
    return velox.encode(new String(text, StandardCharsets.UTF_8), false);
  }

  /**
   * Windows spread evenly over a text, the first at its beginning and the last at its end.
   *
   * @param velox the model
   * @param name the name of the text, for the report
   * @param text the text
   * @param length tokens a window, at least 2
   * @param count how many; 0 for as many as fit without overlap, at most 12
   * @return the windows in the order of the text
   * @throws ConfigException if so many do not fit without overlap
   */
  public static List<EvalWindow> of(Velox velox, String name, String text, int length, int count) {
    if (length < 2 || length > MOST_TOKENS) {
      throw new ConfigException("eval", "context", length, "must be at least 2");
    }
    int[] ids = velox.encode(text, false);
    int fit = ids.length / length;
    if (fit == 0) {
      throw new ConfigException(
          "eval", "context", length, "must be at most the " + ids.length + " tokens of the text");
    }
    if (count < 0 || count > fit) {
      throw new ConfigException(
          "eval",
          "windows",
          count,
          "must be at most " + fit + ", the windows that fit in " + ids.length + " tokens");
    }
    int windows = count == 0 ? Math.min(fit, 12) : count;
    List<EvalWindow> all = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      int start = windows == 1 ? 0 : (int) ((long) i * (ids.length - length) / (windows - 1));
      all.add(new EvalWindow(name, start, Arrays.copyOfRange(ids, start, start + length)));
    }
    return all;
  }
}

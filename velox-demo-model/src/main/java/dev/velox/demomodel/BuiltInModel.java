package dev.velox.demomodel;

import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of the built-in model {@code velox-tiny}, opened by name.
 *
 * <p>The folder has the layout of a published model (configuration, tokenizer and weights), with
 * the evaluation windows, the two held-out texts they refer to, and a page on where all of it comes
 * from.
 */
public final class BuiltInModel {

  /** The name of the model. */
  public static final String NAME = "velox-tiny";

  private static final List<String> FILES =
      List.of(
          "config.json",
          "model.safetensors",
          "tokenizer.json",
          "windows.json",
          "texts/moby-dick.txt",
          "texts/speeches.txt",
          "MODEL-CARD.md");

  private BuiltInModel() {}

  /**
   * The names of all files, in a fixed order.
   *
   * @return relative names with forward slashes
   */
  public static List<String> files() {
    return FILES;
  }

  /**
   * Opens one file.
   *
   * @param name a name as in {@link #files()}
   * @return the content, to be closed by the caller; or null where there is no such file
   */
  public static @Nullable InputStream open(String name) {
    return FILES.contains(name) ? BuiltInModel.class.getResourceAsStream(name) : null;
  }
}

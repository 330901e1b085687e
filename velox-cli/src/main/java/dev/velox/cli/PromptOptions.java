package dev.velox.cli;

import dev.velox.api.ConfigException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The two ways to give a prompt. */
final class PromptOptions {
  @Parameters(paramLabel = "PROMPT", description = "What to continue, in quotes.")
  private @Nullable String prompt;

  @Option(
      names = "--prompt-file",
      required = true,
      paramLabel = "FILE",
      description =
          "Read the prompt from a file in UTF-8, or from standard input for '-'. One line break at"
              + " its end is left out.")
  private @Nullable String file;

  /**
   * The prompt.
   *
   * @param in standard input
   * @param limit bytes a file may have at most
   * @return a text that is not empty
   */
  String text(InputStream in, int limit) {
    String text = file == null ? String.valueOf(prompt) : cut(TextInput.read(file, in, limit));
    if (text.isEmpty()) {
      throw new ConfigException("generate", "prompt", "", "must not be empty");
    }
    int broken = loneSurrogate(text);
    if (broken >= 0) {
      throw new ConfigException(
          "generate",
          "prompt character " + broken,
          String.format(java.util.Locale.ROOT, "U+%04X", (int) text.charAt(broken)),
          "must not be half of a surrogate pair");
    }
    return text;
  }

  private static String cut(String text) {
    String cut = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return text.endsWith("\r\n") ? cut.substring(0, cut.length() - 1) : cut;
  }

  private static int loneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }
}

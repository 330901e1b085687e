package dev.velox.verify.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page that walks through files: a path in backticks on a line of its own, then the text. */
final class Guide {
  private static final Pattern FILE =
      Pattern.compile("(?m)^`([^`\\s]+)`\\n\\n```[a-z]*\\n((?s:.*?))^```$");
  private static final Pattern COMMANDS = Pattern.compile("(?m)^```sh\\n((?s:.*?))^```$");

  private final String text;

  Guide(Path page) throws IOException {
    this.text = Files.readString(page);
  }

  /** Path to text, in order. */
  Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (Matcher m = FILE.matcher(text); m.find(); ) {
      files.put(m.group(1), m.group(2));
    }
    return files;
  }

  /** The commands of every block, in order. */
  List<String> commands() {
    return COMMANDS.matcher(text).results().map(m -> m.group(1)).toList();
  }
}

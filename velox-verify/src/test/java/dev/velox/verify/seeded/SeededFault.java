package dev.velox.verify.seeded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a source file replaced by a wrong one, as in the resource {@code seeded-faults.txt}:
 *
 * <pre>
 * B trim-forgets-the-tail velox-cache/LayerRows TRIM_KEEPS_THE_PREFIX
 * - the line
 * + the wrong line
 * </pre>
 *
 * @param kind the class of faults in the log of this field, a letter
 * @param name what it does
 * @param source the source file
 * @param suite the law meant to catch it, or a test class of the module
 * @param line the line, without its margin
 * @param wrong what stands in its place
 */
record SeededFault(char kind, String name, Path source, String suite, String line, String wrong) {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String RESOURCE = "/seeded-faults.txt";

  /** All of them. */
  static List<SeededFault> all() throws IOException {
    List<SeededFault> all = new ArrayList<>();
    try (var in = SeededFault.class.getResourceAsStream(RESOURCE)) {
      List<String> lines =
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .lines()
              .filter(l -> !l.isBlank() && !l.startsWith("#"))
              .toList();
      for (int i = 0; i < lines.size(); i += 3) {
        String[] head = lines.get(i).split(" ");
        String line = lines.get(i + 1).substring(2);
        String wrong = lines.get(i + 2).length() > 2 ? lines.get(i + 2).substring(2) : "";
        all.add(new SeededFault(head[0].charAt(0), head[1], source(head[2]), head[3], line, wrong));
      }
    }
    return all;
  }

  private static Path source(String text) throws IOException {
    String module = text.substring(0, text.indexOf('/'));
    String name = text.substring(text.indexOf('/') + 1) + ".java";
    try (var files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files.filter(f -> f.endsWith(name)).findFirst().orElseThrow();
    }
  }

  /** The module's folder name. */
  String module() {
    return ROOT.relativize(source).getName(0).toString();
  }

  /** The source with the fault, or an empty text if the line is not there exactly once. */
  String planted() throws IOException {
    String text = Files.readString(source);
    int at = text.indexOf(line);
    return at < 0 || text.indexOf(line, at + 1) >= 0
        ? ""
        : text.substring(0, at) + wrong + text.substring(at + line.length());
  }

  /** Tests of the module, for suites that are not laws. */
  Path testClasses() {
    return ROOT.resolve(module()).resolve("target/test-classes");
  }
}

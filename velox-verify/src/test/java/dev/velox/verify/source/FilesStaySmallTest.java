package dev.velox.verify.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One algorithm, one small file; and nothing is left for later. */
class FilesStaySmallTest {
  private static final int MOST_LINES = 300;
  private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  @Test
  void noFileIsOverThreeHundredLines() throws IOException {
    List<String> long_ = new ArrayList<>();
    for (Path file : Sources.all()) {
      int lines = Files.readAllLines(file).size();
      if (lines > MOST_LINES) {
        long_.add(file.getFileName() + " has " + lines);
      }
    }
    assertEquals(List.of(), long_);
  }

  @Test
  void nothingIsLeftForLater() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Sources.all()) {
      if (LEFTOVER.matcher(Files.readString(file)).find()) {
        found.add(file.toString());
      }
    }
    assertEquals(List.of(), found);
    assertTrue(LEFTOVER.matcher("// TO" + "DO later").find());
  }

  @Test
  void theSourcesAreFound() throws IOException {
    assertTrue(Sources.modules().size() >= 15, "modules: " + Sources.modules());
    assertTrue(Sources.all().size() >= 100, "files: " + Sources.all().size());
  }
}

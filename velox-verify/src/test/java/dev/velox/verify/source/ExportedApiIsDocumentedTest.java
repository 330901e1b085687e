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

/** Every public type and member of an exported package has a Javadoc comment. */
class ExportedApiIsDocumentedTest {
  private static final Pattern EXPORTS = Pattern.compile("exports\\s+([\\w.]+)\\s*;");

  @Test
  void everyExportedMemberHasAComment() throws IOException {
    List<String> bare = new ArrayList<>();
    int files = 0;
    for (Path module : Sources.modules()) {
      Path java = module.resolve("src/main/java");
      var exports = EXPORTS.matcher(Files.readString(java.resolve("module-info.java")));
      while (exports.find()) {
        Path folder = java.resolve(exports.group(1).replace('.', '/'));
        for (Path file : Sources.below(folder)) {
          if (folder.equals(file.getParent())) {
            files++;
            bare.addAll(Undocumented.in(file.getFileName().toString(), Files.readString(file)));
          }
        }
      }
    }
    assertEquals(List.of(), bare);
    assertTrue(files >= 30, "only " + files + " files were read");
  }

  @Test
  void aMissingCommentIsReported() {
    String source =
        """
        /** A type. */
        public interface A {
          void bare();
          /** Said. */
          void said();
          record B(int x) {}
          @Override String toString();
        }
        """;
    assertEquals(List.of("A.java: bare", "A.java: B"), Undocumented.in("A.java", source));
  }

  @Test
  void whatIsNotPublicNeedsNoComment() {
    String source = "class A { public void m() {} } ";
    assertEquals(List.of(), Undocumented.in("A.java", source));
  }
}

package dev.velox.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The grid runs at tiny sizes, prints every panel, and writes its page between the marks. */
class TheGridRunsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new GridCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  private int tiny(String... more) {
    String[] args = {
      "--head-dim=32",
      "--query-heads=1",
      "--bits=4",
      "--tokens=512",
      "--samples=15",
      "--warm-up=0",
      "--working-set=16KiB"
    };
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return run(all);
  }

  @Test
  void everyPanelIsPrintedAndWritten(@TempDir Path folder) throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            "Before.\n\n<!-- bench: begin -->\nold\n<!-- bench: end -->\n\nAfter.\n");
    assertEquals(0, tiny("--write", page.toString()), err.toString());
    String printed = out.toString();
    assertTrue(printed.contains("### D 32, 512 tokens, 1 query head a kv head, 4 bits"), printed);
    assertTrue(printed.contains("### D 32, encoding and appending"), printed);
    assertTrue(printed.contains("| kivi:bits=4;precision=exact "), printed);
    assertTrue(printed.contains("### Bars"), printed);
    String written = Files.readString(page);
    assertTrue(written.startsWith("Before.\n\n<!-- bench: begin -->\n\n    ./build bench --head"));
    assertTrue(written.endsWith("<!-- bench: end -->\n\nAfter.\n"), written);
    assertTrue(written.contains("| kivi:bits=4;precision=exact "), written);
    assertTrue(!written.contains("old\n"), written);
  }

  @Test
  void whatCannotBeRunIsRefusedBeforeAnythingRuns(@TempDir Path folder) throws IOException {
    assertEquals(2, run("--tokens=63"));
    assertTrue(err.toString().contains("tokens"), err.toString());
    assertEquals(2, run("--samples=14"));
    assertEquals(2, run("--bits=none"));
    assertEquals(2, run("--head-dim=33"));
    assertEquals(2, run("--write", folder.resolve("missing.md").toString()));
    assertEquals("", out.toString());
  }
}

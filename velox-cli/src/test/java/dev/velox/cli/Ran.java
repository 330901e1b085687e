package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What one run of the command printed, and its exit status. */
record Ran(int status, String out, String err) {

  static Ran velox(String... args) {
    return withInput(new byte[0], args);
  }

  static Ran withInput(byte[] input, String... args) {
    return from(new ByteArrayInputStream(input), args);
  }

  static Ran from(InputStream in, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Cli.run(new Streams(in, out, err, false), args);
    return new Ran(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** It worked. */
  Ran done() {
    assertEquals(ExitCode.OK, status, err);
    return this;
  }

  /** It was refused with this status on one line that contains all these words. */
  Ran refused(int expected, String... words) {
    assertEquals(expected, status, err);
    assertEquals("", out);
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.startsWith("velox: ") && err.endsWith("\n"), err);
    assertFalse(err.contains("Exception"), err);
    for (String word : words) {
      assertTrue(err.contains(word), () -> "'" + word + "' is not in: " + err);
    }
    return this;
  }

  /** The one JSON object on standard output. */
  JsonNode json() {
    done();
    assertEquals(1, out.lines().count(), out);
    JsonNode node = JsonMapper.shared().readTree(out);
    assertTrue(node.isObject(), out);
    return node;
  }
}

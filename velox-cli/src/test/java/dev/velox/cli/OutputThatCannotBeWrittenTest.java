package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Output that is lost is an error; a reader who has had enough is none, and ends the work. */
class OutputThatCannotBeWrittenTest {

  private static Ran into(String failure, String... args) {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(failure);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Cli.run(new Streams(InputStream.nullInputStream(), out, err, false), args);
    return new Ran(status, "", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aFullDiskIsAResourceError() {
    into("No space left on device", "methods")
        .refused(ExitCode.RESOURCE, "standard output", "No space left");
  }

  @Test
  void aReaderThatLeftEndsTheTextQuietly() {
    Ran ran = into("Broken pipe", "generate", "-n", "500", "Once");
    assertEquals(ExitCode.OK, ran.status(), ran.err());
    assertTrue(ran.err().contains("ended by cancelled"), ran.err());
  }
}

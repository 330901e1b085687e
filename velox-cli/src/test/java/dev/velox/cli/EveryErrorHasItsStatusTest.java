package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.BudgetException;
import dev.velox.api.BusyException;
import dev.velox.api.CapacityException;
import dev.velox.api.ClosedException;
import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.api.PluginException;
import dev.velox.api.TrimException;
import org.junit.jupiter.api.Test;

/** Every kind of error has its documented exit status, and its message stands on one line. */
class EveryErrorHasItsStatusTest {

  @Test
  void everyKindHasItsStatus() {
    assertEquals(2, ExitCode.of(new ConfigException("kivi", "bits", 9, "must be 1..8")));
    assertEquals(3, ExitCode.of(new FormatException("file", 8, "length", -1, "must be positive")));
    assertEquals(3, ExitCode.of(new PluginException("acme", "acme.jar", "is broken", null)));
    assertEquals(3, ExitCode.of(new TrimException(5, 3, "is longer")));
    assertEquals(4, ExitCode.of(new CapacityException(5, 3, 10)));
    assertEquals(4, ExitCode.of(new BudgetException(5, 3, 7)));
    assertEquals(4, ExitCode.of(new BusyException("append", "a reader reads")));
    assertEquals(4, ExitCode.of(new ClosedException("the cache")));
    assertEquals(4, ExitCode.of(new OutOfMemoryError("Java heap space")));
    assertEquals(3, ExitCode.of(CommandFailure.data("file: is missing", null)));
    assertEquals(4, ExitCode.of(CommandFailure.resource("no room", null)));
    assertEquals(1, ExitCode.of(new IllegalStateException("a fault")));
  }

  @Test
  void aMessageStandsOnOneLine() {
    assertEquals("a\\nb\\r\\tc\\u001b[31m", OneLine.of("a\nb\r\tc\u001b[31m"));
    assertEquals("\\u2028\\u2029\\ud800", OneLine.of("\u2028\u2029\ud800"));
    assertEquals("größe 日本 😀", OneLine.of("größe 日本 😀"));
    assertEquals(1003, OneLine.of("x".repeat(5000)).length());
  }

  @Test
  void aStackTraceAppearsOnlyWhenAskedFor() {
    String[] args = {"generate", "--cache", "kivi:bits=9", "Once"};
    Ran.velox(args).refused(ExitCode.USAGE, "bits");
    Ran traced = Ran.velox("generate", "--debug", "--cache", "kivi:bits=9", "Once");
    assertEquals(ExitCode.USAGE, traced.status());
    assertEquals(true, traced.err().contains("\tat dev.velox."), traced.err());
    Ran before = Ran.velox("--debug", "generate", "--cache", "kivi:bits=9", "Once");
    assertEquals(true, before.err().contains("\tat dev.velox."), before.err());
  }
}

package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the arguments are, the exit status is a documented one and no stack trace appears. */
class RandomArgumentsTest {
  private static final Set<Integer> DOCUMENTED =
      Set.of(ExitCode.OK, ExitCode.USAGE, ExitCode.DATA, ExitCode.RESOURCE);

  private static final String[] COMMANDS = {
    "generate", "chat", "eval", "methods", "plan", "verify", "doctor", "generat", "", "--help", "-V"
  };
  private static final String[] OPTIONS = {
    "--model",
    "--cache",
    "-n",
    "--max-tokens",
    "--temperature",
    "--top-k",
    "--top-p",
    "--repetition-penalty",
    "--seed",
    "--prefill-chunk",
    "--stop",
    "--no-stream",
    "--stream",
    "--json",
    "--prompt-file",
    "--text",
    "--context",
    "--windows",
    "--shape",
    "--layers",
    "--kv-heads",
    "--query-heads",
    "--head-dim",
    "--tokens",
    "--memory",
    "--help",
    "-h",
    "--",
    "-",
    "--=",
    "-n3",
    "--cache=",
    "--no-json",
    "@file",
    "--tokens=-1",
    "--bits",
    "--plugin",
    "--draft",
    "--load-cache"
  };
  private static final String[] VALUES = {
    "",
    " ",
    "0",
    "1",
    "-1",
    "2147483647",
    "2147483648",
    "9223372036854775808",
    "1e400",
    "NaN",
    "-0",
    "0x10",
    "three",
    "Once",
    "kivi",
    "kivi:bits=2",
    "kivi:bits=2;window=99999999999",
    "keys=f16;values=uniform:bits=3",
    "keys=[",
    "kivi:[",
    "]",
    ";",
    "=",
    ":",
    "a=b=c",
    "low-rank:base=[[[[",
    "f16;layers[0-2147483647]=f32",
    "24GiB",
    "1e9GiB",
    "999999999999TiB",
    "gpt2",
    "llama-3.1-8b",
    "-",
    "/",
    ".",
    "..",
    "/dev/null",
    "no/such",
    "\u0000",
    "a\nb",
    "\ud800",
    "\udc00\ud800",
    "\u202e",
    "\ufeff",
    "日本語",
    "%s%n%d",
    "${sys:user.home}",
    "$(id)",
    "@",
    "@@",
    "x".repeat(10_000)
  };

  @Test
  void onlyDocumentedStatusesAndNoStackTrace(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("text.txt"), "It was a dark and stormy night. ");
    boolean deep = Boolean.getBoolean("velox.deep");
    Random random = new Random(20_260_101);
    int runs = deep ? 100_000 : 1000;
    int worked = 0;
    for (int i = 0; i < runs; i++) {
      String[] args = arguments(random, text.toString());
      Ran ran = Ran.velox(args);
      String told = List.of(args) + " gave " + ran.status() + ": " + ran.err();
      assertTrue(DOCUMENTED.contains(ran.status()), told);
      assertFalse(ran.err().contains("\tat ") || ran.out().contains("\tat "), told);
      assertFalse(ran.err().contains("Exception"), told);
      assertFalse(ran.err().contains("a fault of velox"), told);
      worked += ran.status() == ExitCode.OK ? 1 : 0;
    }
    assertTrue(worked > runs / 50, "only " + worked + " of " + runs + " did anything");
  }

  private static String[] arguments(Random random, String text) {
    List<String> args = new ArrayList<>();
    String command = pick(random, COMMANDS);
    args.add(command);
    int more = random.nextInt(5);
    for (int i = 0; i < more; i++) {
      args.add(pick(random, OPTIONS));
      if (random.nextInt(3) > 0) {
        args.add(pick(random, VALUES));
      }
    }
    // Short, should it work.
    switch (command) {
      case "generate" -> args.addAll(1, List.of("-n", "1"));
      case "eval" -> {
        args.addAll(1, List.of("--windows", "1", "--context", "8"));
        if (random.nextInt(16) > 0) {
          args.addAll(1, List.of("--text", text));
        }
      }
      default -> {}
    }
    return args.toArray(String[]::new);
  }

  private static String pick(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }
}

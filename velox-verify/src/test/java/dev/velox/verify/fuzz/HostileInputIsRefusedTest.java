package dev.velox.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The corpus, prefixes of it, and changes drawn by seed: each is read or refused by a typed error,
 * within a second and 64 MiB. Many more under {@code -Dvelox.deep=true}, and guided by coverage
 * under the profile {@code fuzz}.
 */
class HostileInputIsRefusedTest {
  private static final boolean DEEP = Boolean.getBoolean("velox.deep");
  private static final int SHORT = 2000;

  /** Places at which inputs are cut whose reading takes long. */
  private static final int CUTS = 60;

  private static final int SHOWN = 600;
  private static final Path FOUND = Path.of("target", "fuzz");

  @ParameterizedTest
  @EnumSource
  void typedErrorsOnly(Target target) {
    assumeTrue(target.name().matches(System.getProperty("velox.fuzz.targets", ".*")));
    Watched watched = new Watched();
    List<byte[]> seeds = Seeds.of(target);
    for (byte[] seed : seeds) {
      run(watched, target, seed, "a seed");
      int step = slow(target) ? 1 + seed.length / CUTS : 1;
      for (int n = 0; n < seed.length && n / step < SHORT; n += step) {
        run(watched, target, Arrays.copyOf(seed, n), "a seed cut at " + n);
      }
    }
    Seeds.greedy(target).forEach(seed -> run(watched, target, seed, "a greedy seed"));
    long accepted = watched.accepted();
    assertTrue(accepted > 0, () -> "no seed of " + target + " was read");
    Mutator mutator = new Mutator(target.ordinal(), seeds);
    for (int i = 0; i < executions(target); i++) {
      run(watched, target, mutator.next(), "change " + i);
    }
    System.out.println(target + ": " + watched);
    assertTrue(watched.accepted() > accepted, () -> "no change of " + target + " was read");
  }

  private static boolean slow(Target target) {
    return target == Target.TOKENIZER || target == Target.SNAPSHOT;
  }

  private static int executions(Target target) {
    int usual =
        switch (target) {
          case TOKENIZER -> 1_000;
          case SNAPSHOT -> 3_000;
          default -> 20_000;
        };
    return Integer.getInteger("velox.fuzz.executions", DEEP ? 1_000_000 : usual);
  }

  private static void run(Watched watched, Target target, byte[] input, String what) {
    try {
      watched.run(target, input);
    } catch (AssertionError e) {
      keep(target, input);
      byte[] shown = Arrays.copyOf(input, Math.min(SHOWN, input.length));
      Deque<String> text = new ArrayDeque<>(List.of(HexFormat.of().formatHex(shown)));
      text.addFirst(new String(shown, java.nio.charset.StandardCharsets.ISO_8859_1));
      throw new AssertionError(what + ": " + e.getMessage() + "\n" + text, e);
    }
  }

  /** To be moved to the corpus, {@code src/test/resources/fuzz}. */
  private static void keep(Target target, byte[] input) {
    String name = target.name().toLowerCase(Locale.ROOT) + "/" + Arrays.hashCode(input);
    try {
      Path file = FOUND.resolve(name);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.write(file, input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

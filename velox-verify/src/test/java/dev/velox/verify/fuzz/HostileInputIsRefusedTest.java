package dev.velox.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The corpus, every prefix of short inputs, and changes drawn by seed: each is read or refused by a
 * typed error, within a second and 64 MiB. Many more under {@code -Dvelox.deep=true}, and guided by
 * coverage under the profile {@code fuzz}.
 */
class HostileInputIsRefusedTest {
  private static final boolean DEEP = Boolean.getBoolean("velox.deep");
  private static final int SHORT = 2000;
  private static final int SHOWN = 600;

  @ParameterizedTest
  @EnumSource
  void typedErrorsOnly(Target target) {
    Watched watched = new Watched();
    List<byte[]> seeds = Seeds.of(target);
    for (byte[] seed : seeds) {
      run(watched, target, seed, "a seed");
      for (int n = 0; n < Math.min(seed.length, target == Target.TOKENIZER ? 100 : SHORT); n++) {
        run(watched, target, java.util.Arrays.copyOf(seed, n), "a seed cut at " + n);
      }
    }
    long accepted = watched.accepted();
    assertTrue(accepted > 0, () -> "no seed of " + target + " was read");
    Mutator mutator = new Mutator(target.ordinal(), seeds);
    for (int i = 0; i < executions(target); i++) {
      run(watched, target, mutator.next(), "change " + i);
    }
    System.out.println(target + ": " + watched);
    assertTrue(watched.accepted() > accepted, () -> "no change of " + target + " was read");
  }

  private static int executions(Target target) {
    int usual =
        switch (target) {
          case TOKENIZER -> 1_000;
          case SNAPSHOT -> 3_000;
          default -> 20_000;
        };
    return DEEP ? 1_000_000 : Integer.getInteger("velox.fuzz.executions", usual);
  }

  private static void run(Watched watched, Target target, byte[] input, String what) {
    try {
      watched.run(target, input);
    } catch (AssertionError e) {
      byte[] shown = java.util.Arrays.copyOf(input, Math.min(SHOWN, input.length));
      Deque<String> text = new ArrayDeque<>(List.of(HexFormat.of().formatHex(shown)));
      text.addFirst(new String(shown, java.nio.charset.StandardCharsets.ISO_8859_1));
      throw new AssertionError(what + ": " + e.getMessage() + "\n" + text, e);
    }
  }
}

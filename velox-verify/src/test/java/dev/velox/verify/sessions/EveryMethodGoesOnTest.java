package dev.velox.verify.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Methods;
import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.Conversation;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.Velox;
import dev.velox.runtime.weights.ModelFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A conversation of the built-in model that is saved and resumed says what it would have said, for
 * every method, at every length modulo the block.
 */
class EveryMethodGoesOnTest {
  private static final int PHASES = 64;
  private static final int LATER = 2;
  private static final String PROMPT =
      "Once upon a time there was an old man who lived by the sea. ".repeat(10);
  private static Velox velox;

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    velox = Velox.open(ModelFiles.resources(BuiltInModel.NAME, BuiltInModel::open));
  }

  @AfterAll
  static void close() {
    velox.close();
  }

  static Stream<String> ids() {
    return Methods.installed().ids().stream();
  }

  @ParameterizedTest
  @MethodSource("ids")
  void atEveryPhase(String id) {
    Path file = folder.resolve("talk.vlx");
    GenerateOptions o =
        GenerateOptions.of(id + ";window=16").withStopAtEnd(false).withMaxTokens(PHASES + LATER);
    List<Integer> whole = velox.generate(PROMPT, o).tokenIds();
    List<Integer> said = new ArrayList<>();
    long[] loads = new long[PHASES];
    try (Conversation c = velox.converse(o)) {
      long start = System.nanoTime();
      said.addAll(c.generate(PROMPT, o.withMaxTokens(1)).tokenIds());
      long read = System.nanoTime() - start;
      for (int phase = 1; phase <= PHASES; phase++) {
        assertEquals(whole.subList(0, phase), said);
        c.save(file);
        long load = System.nanoTime();
        try (Conversation resumed = velox.resume(file, o)) {
          loads[phase - 1] = System.nanoTime() - load;
          List<Integer> more =
              resumed.generate("", resumed.options().withMaxTokens(LATER)).tokenIds();
          assertEquals(whole.subList(phase, phase + LATER), more, "after " + phase);
        }
        said.addAll(c.generate("", o.withMaxTokens(1)).tokenIds());
      }
      Arrays.sort(loads);
      System.out.printf(
          Locale.ROOT,
          "%s: reading the prompt %.1f ms, loading it and more %.2f ms%n",
          id,
          read / 1e6,
          loads[PHASES / 2] / 1e6);
    }
  }
}

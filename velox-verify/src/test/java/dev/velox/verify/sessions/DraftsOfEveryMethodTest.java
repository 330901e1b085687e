package dev.velox.verify.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.Drafts;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.GenerateResult;
import dev.velox.runtime.Velox;
import dev.velox.runtime.weights.ModelFiles;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rollback is exact: with drafts that the model mostly refuses, every method writes the tokens of
 * plain decoding, in fewer passes through the model.
 */
class DraftsOfEveryMethodTest {
  private static final int TOKENS = 240;
  private static final String PROMPT =
      "\"It is a long way,\" said the captain. \"It is a long way,\" said the mate. \"It is";
  private static Velox velox;

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
  void sameTokensInFewerPasses(String id) {
    GenerateOptions plain =
        GenerateOptions.of(id + ";window=8").withStopAtEnd(false).withMaxTokens(TOKENS);
    GenerateResult expected = velox.generate(PROMPT, plain);
    GenerateResult found = velox.generate(PROMPT, plain.withDraft(6));
    assertEquals(expected.tokenIds(), found.tokenIds());
    Drafts drafts = found.drafts();
    String figures = id + ": " + found.tokens() + " tokens, " + drafts;
    System.out.println(figures);
    assertTrue(drafts.passes() < found.tokens(), figures);
    assertTrue(drafts.accepted() >= 0.2 * drafts.drafted(), figures);
    assertTrue(drafts.rejected() >= 10, figures);
  }
}

package dev.velox.verify.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every installed method obeys every law of the TCK, within the one table of error bounds. */
class EveryMethodObeysTheLawsTest {
  private static final Methods METHODS = Methods.installed();

  /** Some laws only, while one is worked on: {@code -Dvelox.laws=TRIM.*}. */
  private static final String LAWS = System.getProperty("velox.laws", ".*");

  /** Some methods only. */
  private static final String IDS = System.getProperty("velox.ids", ".*");

  /**
   * Law by law: what one law's odd shapes do to the compiler must not disturb another's figures.
   */
  @TestFactory
  Stream<DynamicContainer> everyLaw() {
    List<Laws> all =
        METHODS.ids().stream()
            .filter(id -> id.matches(IDS))
            .map(id -> Laws.of(METHODS.get(id), METHODS, ErrorBounds.table()))
            .toList();
    return Stream.of(Law.values())
        .filter(law -> law.name().matches(LAWS))
        .map(
            law ->
                DynamicContainer.dynamicContainer(
                    law.toString(), all.stream().flatMap(laws -> laws.tests(law))));
  }

  @Test
  void theMethodsWereFound() {
    assertEquals(List.of(), METHODS.problems());
    assertTrue(METHODS.ids().containsAll(List.of("f32", "f16", "uniform", "kivi")));
  }
}

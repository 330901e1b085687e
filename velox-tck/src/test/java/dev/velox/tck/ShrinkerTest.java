package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A failing history is told as the shortest one found, with its case. */
class ShrinkerTest {
  @Test
  void onlyTheStepsThatMatterAreLeft() {
    List<Op> ops = Op.history(new Dice(5), 200, 3, 30);
    AssertionError e =
        assertThrows(
            AssertionError.class,
            () ->
                Shrinker.run(
                    "the case",
                    ops,
                    history ->
                        Claim.that(
                            history.stream().noneMatch(op -> op instanceof Op.Trim),
                            () -> "a trim")));
    String told = String.valueOf(e.getMessage());
    assertTrue(told.contains("history: [Trim["), told);
    assertTrue(told.indexOf("Trim") == told.lastIndexOf("Trim"), told);
    assertTrue(told.contains("the case"), told);
  }

  @Test
  void aHistoryThatHoldsIsQuiet() {
    Shrinker.run("the case", Op.history(new Dice(5), 200, 3, 30), history -> {});
  }
}

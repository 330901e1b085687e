package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.PlanReport;
import java.util.List;
import java.util.function.IntFunction;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The planner's answer fits, and one token more does not. */
class MostTokensFitTest {

  /**
   * Whole blocks of codes, exact rows between them, a table, and an upper bound above the lower.
   */
  private static IntFunction<PlanReport> plan(long perToken, long table) {
    return tokens -> {
      ByteReport low =
          ByteReport.of(ByteRole.KEY_CODES, tokens / 64 * 64L * perToken)
              .plus(ByteRole.EXACT, tokens == 0 ? 0 : 63 * perToken)
              .plus(ByteRole.TABLES, table);
      return new PlanReport(low, low.plus(ByteRole.OUTLIERS, tokens));
    };
  }

  @Property(seed = "3")
  void itFitsAndOneMoreDoesNot(
      @ForAll @IntRange(min = 1, max = 100_000) int perToken,
      @ForAll @LongRange(min = 0, max = 1L << 30) long table,
      @ForAll @LongRange(min = 0, max = 1L << 45) long memory,
      @ForAll @IntRange(min = 0) int limit) {
    IntFunction<PlanReport> plan = plan(perToken, table);
    int most = Planner.mostTokens(plan, memory, limit);
    assertTrue(most >= 0 && most <= limit);
    assertTrue(most == 0 || plan.apply(most).high().resident() <= memory);
    assertTrue(most == limit || plan.apply(most + 1).high().resident() > memory);
  }

  @Property(tries = 50, seed = "4")
  void plansBeyondTheRangeOfLongFitNowhere(@ForAll @IntRange(min = 1) int limit) {
    IntFunction<PlanReport> huge =
        tokens ->
            PlanReport.exactly(
                ByteReport.of(ByteRole.KEY_CODES, Long.MAX_VALUE)
                    .plus(ByteRole.VALUE_CODES, Long.MAX_VALUE)
                    .plus(ByteRole.EXACT, 3));
    assertEquals(0, Planner.mostTokens(huge, Long.MAX_VALUE, limit));
  }

  @Example
  void everythingFitsIntoAllMemory() {
    IntFunction<PlanReport> plan = plan(1, 0);
    assertEquals(Integer.MAX_VALUE, Planner.mostTokens(plan, Long.MAX_VALUE, Integer.MAX_VALUE));
  }

  @Example
  void theTableHasTheRolesThatAreNeeded() {
    Table table = Planner.table(plan(10, 7), 0, 64, 128);
    assertEquals(
        List.of("tokens", "key-codes", "outliers", "tables", "exact", "bytes"),
        table.columns().stream().map(Table.Column::key).toList());
    assertEquals(List.<Object>of(128, 1280L, 128L, 7L, 630L, 2045L), table.rows().get(2));
  }
}

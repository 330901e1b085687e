package dev.velox.accounting;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.PlanReport;
import java.util.function.IntFunction;

/** The capacity planner: how many tokens fit into memory, and what so many tokens need. */
public final class Planner {
  private static final ByteRole[] ROLES = ByteRole.values();

  private Planner() {}

  /**
   * The most tokens whose upper bound fits. Token counts are doubled until one does not fit and
   * then bisected, so a plan is never asked for more than twice what fits.
   *
   * @param plan bytes for a number of tokens; must not fall as tokens grow
   * @param memory bytes there are
   * @param limit the most tokens to consider, such as the model's context
   * @return 0 to {@code limit}; 0 also if not even one fits
   */
  public static int mostTokens(IntFunction<PlanReport> plan, long memory, int limit) {
    int fits = 0;
    long fails = 1;
    while (fails <= limit && fits(plan, (int) fails, memory)) {
      fits = (int) fails;
      fails = 2 * fails;
    }
    fails = Math.min(fails, limit + 1L);
    while (fails - fits > 1) {
      int middle = (int) ((fits + fails) / 2);
      if (fits(plan, middle, memory)) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    return fits;
  }

  /**
   * The upper bounds of a plan as a table: one row a token count, one column a role that any row
   * needs, and the sum.
   *
   * @param plan bytes for a number of tokens
   * @param tokens the token counts
   * @return the table, in bytes
   */
  public static Table table(IntFunction<PlanReport> plan, int... tokens) {
    ByteReport[] bytes = new ByteReport[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      bytes[i] = plan.apply(tokens[i]).high();
    }
    Table.Builder table = Table.builder().number("tokens");
    for (ByteRole role : ROLES) {
      if (needed(role, bytes)) {
        table.number(role.label());
      }
    }
    table.number("bytes");
    for (int i = 0; i < tokens.length; i++) {
      table.cell(tokens[i]);
      for (ByteRole role : ROLES) {
        if (needed(role, bytes)) {
          table.cell(bytes[i].of(role));
        }
      }
      table.cell(bytes[i].resident());
    }
    return table.build();
  }

  private static boolean needed(ByteRole role, ByteReport... bytes) {
    for (ByteReport report : bytes) {
      if (report.of(role) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a plan fits; a sum beyond the range of long fits nowhere. */
  private static boolean fits(IntFunction<PlanReport> plan, int tokens, long memory) {
    ByteReport bytes = plan.apply(tokens).high();
    long left = memory;
    for (ByteRole role : ROLES) {
      long part = bytes.of(role);
      if (part < 0 || part > left) {
        return false;
      }
      left -= part;
    }
    return left >= 0;
  }
}

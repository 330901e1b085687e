package dev.velox.tck;

import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import java.util.OptionalDouble;

/**
 * Measured errors of known methods, each at most 1.1 times what was measured: kept in one place by
 * whoever publishes the methods, never by a method itself.
 */
@FunctionalInterface
public interface ErrorTable {

  /**
   * The bound of a method on {@link FixedRows}.
   *
   * @param spec the method with the options given to it; options left out are at their default
   * @param role keys or values
   * @return the most {@code sum|x-x'|^2 / sum|x|^2} may be, or empty to hold it to {@code uniform}
   */
  OptionalDouble bound(MethodSpec spec, Role role);

  /**
   * A table that knows no method: every method is held to {@code uniform}.
   *
   * @return an empty table
   */
  static ErrorTable none() {
    return (spec, role) -> OptionalDouble.empty();
  }
}

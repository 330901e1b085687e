package dev.velox.verify.laws;

import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import dev.velox.tck.ErrorTable;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The one table of error bounds of our methods: {@code sum|x-x'|^2 / sum|x|^2} on the TCK's fixed
 * rows, each at most 1.1 times what was measured. {@link ErrorBoundsTest} holds it to that, and
 * writes a fresh table to {@code target/error-bounds.csv}:
 *
 * <pre>
 * ./build verify -pl velox-verify -am -Dtest=ErrorBoundsTest -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
public final class ErrorBounds {
  static final String RESOURCE = "error-bounds.csv";
  static final String DEFAULT_BITS = "-";

  /** A line of the table: a method with its bits (or none given) in a role. */
  record Key(String id, String bits, Role role) {
    @Override
    public String toString() {
      return id + "," + bits + "," + role.label();
    }
  }

  private ErrorBounds() {}

  static Map<String, Double> lines() {
    Map<String, Double> bounds = new TreeMap<>();
    for (String line : Resources.lines(RESOURCE)) {
      int comma = line.lastIndexOf(',');
      bounds.put(line.substring(0, comma), Double.valueOf(line.substring(comma + 1)));
    }
    return bounds;
  }

  /** The table, for laws that are run with it. */
  public static ErrorTable table() {
    Map<String, Double> bounds = lines();
    return (spec, role) -> {
      Double bound = bounds.get(key(spec, role));
      return bound == null ? OptionalDouble.empty() : OptionalDouble.of(bound);
    };
  }

  /** The key of a spec that gives bits or nothing; other options have no line. */
  static String key(MethodSpec spec, Role role) {
    String bits = spec.options().getOrDefault("bits", DEFAULT_BITS);
    boolean bitsOnly = spec.options().size() == (bits.equals(DEFAULT_BITS) ? 0 : 1);
    return bitsOnly ? new Key(spec.id(), bits, role).toString() : "none";
  }
}

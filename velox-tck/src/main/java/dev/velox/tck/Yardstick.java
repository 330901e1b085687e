package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.Option;
import dev.velox.cache.KvCaches;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How far decoded rows may be from their originals: the bound of the {@link ErrorTable} for methods
 * it knows, and otherwise 1.5 times the error of {@code uniform} with {@code group-size=headDim} at
 * the same bits, measured in the same run on the same rows. (Symmetric levels cost a fifth of the
 * error and pass; half a bit lost doubles it and does not.) No method brings a bound of its own.
 */
final class Yardstick {
  private static final String REFERENCE = "uniform";
  private static final double RULE = 1.5;

  /** What sampling adds to it stays below 1. */
  private static final double BETTER_THAN_ZEROS = 0.7;

  private final ErrorTable table;
  private final Methods methods;
  private final double floor;
  private final Map<String, Double> measured;

  Yardstick(ErrorTable table, Methods methods) {
    this(table, methods, 0, new ConcurrentHashMap<>());
  }

  private Yardstick(ErrorTable table, Methods methods, double floor, Map<String, Double> measured) {
    this.table = table;
    this.methods = methods;
    this.floor = floor;
    this.measured = measured;
  }

  /** This yardstick for options that may ask for any loss, but must beat rows of zeros. */
  Yardstick forgiving() {
    return new Yardstick(table, methods, BETTER_THAN_ZEROS, measured);
  }

  ErrorTable table() {
    return table;
  }

  /** The bound on {@link FixedRows}. */
  double fixed(Subject subject, Role role) {
    OptionalDouble known = table.bound(subject.spec(), role);
    return known.isPresent() ? known.getAsDouble() : RULE * reference(subject, role, FixedRows.DIM);
  }

  /** The bound on any rows of a history, over all that are coded. */
  double history(Subject subject, Role role, int headDim) {
    MethodSpec bitsOnly = new MethodSpec(subject.spec().id(), bitsOption(subject.spec()));
    double known = table.bound(bitsOnly, role).orElse(0);
    return Math.max(floor, RULE * Math.max(known, RULE * reference(subject, role, headDim)));
  }

  private static Map<String, String> bitsOption(MethodSpec spec) {
    String bits = spec.options().get("bits");
    return bits == null ? Map.of() : Map.of("bits", bits);
  }

  /** Measured at a few head dims: the smallest that is not below the one asked for. */
  private double reference(Subject subject, Role role, int asked) {
    int bits = bits(subject, role);
    int headDim = asked <= 64 ? 64 : asked <= 128 ? 128 : asked <= 256 ? 256 : 576;
    String key = role + " " + bits + " " + headDim;
    Double known = measured.get(key);
    if (known == null) {
      MethodSpec spec =
          new MethodSpec(
              REFERENCE, Map.of("bits", "" + bits, "group-size", Integer.toString(headDim)));
      Subject uniform = new Subject(installed(REFERENCE), spec, List.of(role), methods, this);
      known = FixedRows.nmse(uniform, role, headDim);
      measured.put(key, known);
    }
    return known;
  }

  /** The {@code bits} of a method, or what it codes a number in. */
  private int bits(Subject subject, Role role) {
    Optional<Option<?>> option = subject.method().schema(role).option("bits");
    double bits;
    if (option.isPresent()) {
      String given = subject.spec().options().get("bits");
      bits = Double.parseDouble(given == null ? OptionSamples.defaultText(option.get()) : given);
    } else {
      KvShape shape = new KvShape(1, 1, 1, FixedRows.DIM, 64);
      try (KvCaches caches = KvCaches.of(methods, Ledger.unlimited());
          KvCache cache = Case.plain(subject, shape, "center=off", 1).open(caches)) {
        bits = role == Role.KEYS ? cache.bits().keyCodedBits() : cache.bits().valueCodedBits();
      }
    }
    return Math.clamp((long) Math.floor(bits), 1, 8);
  }

  private KvMethod installed(String id) {
    try {
      return methods.get(id);
    } catch (ConfigException e) {
      throw new AssertionError(
          "the TCK measures errors against '" + id + "'; put velox-baselines on the test path", e);
    }
  }
}

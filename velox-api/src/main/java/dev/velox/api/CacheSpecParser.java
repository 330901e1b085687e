package dev.velox.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a {@link CacheSpec}, clause by clause. */
final class CacheSpecParser {
  private static final String CLAUSES =
      "must be a method, keys=, values=, sinks=, window=, center=, exact=, precision= or layers[..]=";

  private @Nullable MethodSpec bare;
  private @Nullable MethodSpec keys;
  private @Nullable MethodSpec values;
  private final List<LayerOverride> overrides = new ArrayList<>();
  private OptionalInt sinks = OptionalInt.empty();
  private OptionalInt window = OptionalInt.empty();
  private Optional<Center> center = Optional.empty();
  private Optional<ExactType> exact = Optional.empty();
  private Optional<Precision> precision = Optional.empty();
  private final Set<String> seen = new HashSet<>();

  static CacheSpec parse(String text) {
    CacheSpecParser p = new CacheSpecParser();
    for (String clause : SpecText.split(text, ';')) {
      p.clause(clause);
    }
    return new CacheSpec(
        p.methods(text), p.overrides, p.sinks, p.window, p.center, p.exact, p.precision);
  }

  private void clause(String clause) {
    if (clause.startsWith("layers[")) {
      layers(clause);
      return;
    }
    int equals = clause.indexOf('=');
    int colon = clause.indexOf(':');
    if (equals < 0 || (colon >= 0 && colon < equals)) {
      once("method");
      bare = MethodSpec.parse(clause);
      return;
    }
    String name = clause.substring(0, equals).strip();
    String value = clause.substring(equals + 1).strip();
    once(name);
    switch (name) {
      case "keys" -> keys = MethodSpec.parse(SpecText.unbracket(value));
      case "values" -> values = MethodSpec.parse(SpecText.unbracket(value));
      case "sinks" -> sinks = OptionalInt.of(count(name, value));
      case "window" -> window = OptionalInt.of(count(name, value));
      case "center" -> center = Optional.of(choice(name, value, Center.values(), Center::label));
      case "exact" ->
          exact = Optional.of(choice(name, value, ExactType.values(), ExactType::label));
      case "precision" ->
          precision = Optional.of(choice(name, value, Precision.values(), Precision::label));
      default -> throw new ConfigException("cache", "clause", clause, CLAUSES);
    }
  }

  private void once(String name) {
    if (!seen.add(name)) {
      throw new ConfigException("cache", "clause", name, "is given twice");
    }
  }

  private static int count(String name, String value) {
    return SpecText.wholeNumber("cache", name, value, 0, Integer.MAX_VALUE);
  }

  private static <E> E choice(String name, String value, E[] all, Function<E, String> label) {
    List<String> labels = new ArrayList<>();
    for (E e : all) {
      if (label.apply(e).equals(value)) {
        return e;
      }
      labels.add(label.apply(e));
    }
    throw new ConfigException("cache", name, value, "must be one of " + labels);
  }

  private void layers(String clause) {
    int close = clause.indexOf(']');
    if (close < 0 || !clause.startsWith("=", close + 1)) {
      throw new ConfigException("cache", "clause", clause, "must have the form layers[0,5]=METHOD");
    }
    TreeSet<Integer> indexes = new TreeSet<>();
    for (String part : clause.substring("layers[".length(), close).split(",", -1)) {
      int dash = part.indexOf('-');
      int from = count("layers", (dash < 0 ? part : part.substring(0, dash)).strip());
      int to = dash < 0 ? from : count("layers", part.substring(dash + 1).strip());
      if (to < from || to > 65_535) {
        throw new ConfigException("cache", "layers", part, "must be a range a-b with a <= b");
      }
      for (int i = from; i <= to; i++) {
        indexes.add(i);
      }
    }
    CacheSpec inner = parse(SpecText.unbracket(clause.substring(close + 2).strip()));
    if (!inner.equals(methodsOnly(inner.methods()))) {
      throw new ConfigException(
          "cache", "layers", clause, "may name methods only; settings hold for the whole cache");
    }
    overrides.add(new LayerOverride(List.copyOf(indexes), inner.methods()));
  }

  private static CacheSpec methodsOnly(MethodPair methods) {
    return new CacheSpec(
        methods,
        List.of(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private MethodPair methods(String text) {
    if (bare != null && keys == null && values == null) {
      return MethodPair.both(bare);
    }
    if (bare == null && keys != null && values != null) {
      return new MethodPair(keys, values, false);
    }
    throw new ConfigException(
        "cache", "spec", text, "must name one method, or keys= and values=, each once");
  }
}

package dev.velox.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a cache stores its rows, as text of clauses separated by {@code ;}. One bare method for both
 * roles, or {@code keys=} and {@code values=}; then settings:
 *
 * <pre>
 * kvquant:bits=3
 * kivi:bits=2;center=off;window=64
 * keys=kvquant:bits=3;values=turbo:bits=3;sinks=4;exact=f32;precision=exact;layers[0,5]=f16
 * </pre>
 *
 * <p>Settings left out are the methods' own suggestions; {@link KvCache#effective()} tells what
 * they became.
 *
 * @param methods the methods of keys and values
 * @param overrides other methods for some layers
 * @param sinks leading rows of the sequence kept exact
 * @param window newest rows kept exact
 * @param center which tracks are stored minus their frozen mean
 * @param exact stored type of exact rows
 * @param precision arithmetic of attention
 */
public record CacheSpec(
    MethodPair methods,
    List<LayerOverride> overrides,
    OptionalInt sinks,
    OptionalInt window,
    Optional<Center> center,
    Optional<ExactType> exact,
    Optional<Precision> precision) {

  /** Copies the list. */
  public CacheSpec {
    overrides = List.copyOf(overrides);
  }

  /**
   * A cache with one method for both roles and every setting at its default.
   *
   * @param spec the method
   * @return the spec
   */
  public static CacheSpec of(MethodSpec spec) {
    return parse(spec.toString());
  }

  /**
   * Reads the text form.
   *
   * @param text clauses separated by {@code ;}
   * @return the spec
   * @throws ConfigException naming the clause and what is allowed
   */
  public static CacheSpec parse(String text) {
    return CacheSpecParser.parse(text);
  }

  /**
   * The methods of one layer.
   *
   * @param layer its index
   * @return the last override that names it, or the methods of the spec
   */
  public MethodPair methods(int layer) {
    MethodPair found = methods;
    for (LayerOverride override : overrides) {
      if (override.layers().contains(layer)) {
        found = override.methods();
      }
    }
    return found;
  }

  /**
   * This spec with centring on or off.
   *
   * @param on whether rows of all tracks are stored minus their mean
   * @return the spec
   */
  public CacheSpec withCenter(boolean on) {
    return new CacheSpec(
        methods,
        overrides,
        sinks,
        window,
        Optional.of(on ? Center.ON : Center.OFF),
        exact,
        precision);
  }

  /**
   * This spec with other exact regions.
   *
   * @param sinks leading rows kept exact
   * @param window newest rows kept exact
   * @return the spec
   */
  public CacheSpec withExactRows(int sinks, int window) {
    return new CacheSpec(
        methods,
        overrides,
        OptionalInt.of(sinks),
        OptionalInt.of(window),
        center,
        exact,
        precision);
  }

  /**
   * The text form, which parses back to an equal spec.
   *
   * @return clauses separated by {@code ;}
   */
  @Override
  public String toString() {
    List<String> clauses = new ArrayList<>();
    clauses.add(methods.toString());
    overrides.forEach(o -> clauses.add(o.toString()));
    sinks.ifPresent(n -> clauses.add("sinks=" + n));
    window.ifPresent(n -> clauses.add("window=" + n));
    center.ifPresent(c -> clauses.add("center=" + c.label()));
    exact.ifPresent(type -> clauses.add("exact=" + type.label()));
    precision.ifPresent(p -> clauses.add("precision=" + p.label()));
    return String.join(";", clauses);
  }
}

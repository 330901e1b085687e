package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.cache.BitPick;
import dev.velox.runtime.Velox;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The two ways to say how a cache stores its rows: a spec, or a number of bits. */
final class CacheChoice {
  /** The bits of a cache nobody said anything about. */
  static final String DEFAULT_BITS = "4";

  @Option(
      names = "--cache",
      required = true,
      paramLabel = "SPEC",
      description = "How the cache stores its rows.")
  private @Nullable String cache;

  @Option(
      names = "--bits",
      required = true,
      paramLabel = "N",
      description =
          "The best measured pair of methods within so many coded bits: 2, 2.5, 3, 3.5 or 4."
              + " Default: "
              + DEFAULT_BITS
              + ".")
  private @Nullable String bits;

  /** Whether anything was said about the cache. */
  boolean given() {
    return cache != null || bits != null;
  }

  /** The option it was said by. */
  String option() {
    return cache != null ? "--cache" : "--bits";
  }

  /** Refuses what is no spec or no number of bits, before a model is opened. */
  void check() {
    if (cache != null) {
      CacheSpec.parse(cache);
    } else {
      pick();
    }
  }

  /** The pick, if the cache was not spelled out. */
  Optional<BitPick> pick() {
    return cache != null
        ? Optional.empty()
        : Optional.of(BitPick.parse(bits == null ? DEFAULT_BITS : bits));
  }

  CacheSpec spec(Velox model) {
    return cache != null
        ? CacheSpec.parse(cache)
        : pick().orElseThrow().cache(model.shape(0).headDim());
  }

  /** How it was asked for. */
  String label() {
    return cache != null ? cache : "--bits " + pick().orElseThrow().label();
  }

  /** Which pair was picked, and why. */
  static String told(BitPick pick, CacheSpec asked) {
    return "--bits " + pick.label() + " is " + asked.methods() + ": " + pick.reason();
  }

  /** Adds the pick to a report for programs. */
  void addTo(Map<String, Object> report) {
    pick().ifPresent(pick -> report.put("pick", object(pick)));
  }

  static Map<String, Object> object(BitPick pick) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("bits", pick.bits());
    object.put("reason", pick.reason());
    return object;
  }
}

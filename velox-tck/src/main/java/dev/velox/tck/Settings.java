package dev.velox.tck;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.MethodPair;
import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.Option;
import dev.velox.cache.KvCaches;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Laws: a method's options are values that round-trip through text; what is not allowed is refused
 * at open, naming option, value and rule; what is in force can be read and opens the same cache.
 */
final class Settings {
  private static final KvShape SHAPE = new KvShape(1, 2, 2, 64, 512);

  private Settings() {}

  /** Id, summary and options are well formed; defaults and samples round-trip. */
  static void roundTrip(KvMethod method) {
    Claim.that(method.id().matches("[a-z][a-z0-9-]*"), () -> "id '" + method.id() + "'");
    String summary = method.summary();
    Claim.that(
        !summary.isBlank() && summary.indexOf('\n') < 0 && !summary.endsWith("."),
        () -> "summary must be one line without full stop: '" + summary + "'");
    for (Role role : Role.values()) {
      ConfigSchema schema = method.schema(role);
      Claim.equal(method.id(), schema.methodId(), "method of the schema");
      Claim.equal(schema.names(), method.schema(role).names(), "options asked for again");
      for (Option<?> option : schema.options()) {
        Claim.that(
            option.name().matches("[a-z][a-z0-9]*(-[a-z0-9]+)*"),
            () -> "option name '" + option.name() + "'");
        Claim.that(
            !option.rule().isBlank() && !option.summary().isBlank(),
            () -> "option " + option.name() + " has no rule or summary");
        for (String text : OptionSamples.legal(option)) {
          same(schema, Map.of(option.name(), text));
        }
      }
      same(schema, Map.of());
    }
  }

  private static void same(ConfigSchema schema, Map<String, String> options) {
    Config config = schema.parse(options);
    Claim.equal(
        new TreeMap<>(config.spec().options()).keySet(),
        new TreeSet<>(schema.names()),
        "options written out");
    MethodSpec again = MethodSpec.parse(config.toString());
    Claim.equal(config, schema.parse(again.options()), "config read back from its text");
    Claim.equal(config.hashCode(), schema.parse(again.options()).hashCode(), "its hash");
  }

  /** Unknown options and bad values are refused at open. */
  static void badOnesAreRefused(Subject subject) {
    try (KvCaches caches = KvCaches.of(subject.methods(), Ledger.unlimited())) {
      for (Role role : subject.roles()) {
        ConfigSchema schema = subject.method().schema(role);
        for (Option<?> option : schema.options()) {
          for (String text : OptionSamples.illegal(option)) {
            ConfigException e = refused(caches, subject, option.name(), text);
            mentions(e, option.name());
            mentions(e, text);
            mentions(e, option.rule());
          }
        }
        ConfigException e = refused(caches, subject, "no-such-option", "1");
        mentions(e, "no-such-option");
        for (String name : schema.names()) {
          mentions(e, name);
        }
        if (schema.option("bits").isPresent()) {
          for (String bits : List.of("0", "9", "three")) {
            mentions(refused(caches, subject, "bits", bits), bits);
          }
        }
      }
      Claim.equal(0L, caches.ledger().report().charged().resident(), "bytes of refused caches");
    }
  }

  private static ConfigException refused(
      KvCaches caches, Subject subject, String option, String text) {
    Map<String, String> options = new TreeMap<>(subject.spec().options());
    options.put(option, text);
    MethodSpec bad = new MethodSpec(subject.spec().id(), options);
    MethodSpec partner = new MethodSpec(Subject.PARTNER, Map.of());
    MethodPair pair =
        subject.roles().size() == 2
            ? MethodPair.both(bad)
            : subject.roles().contains(Role.KEYS)
                ? new MethodPair(bad, partner, false)
                : new MethodPair(partner, bad, false);
    CacheSpec spec =
        new CacheSpec(
            pair,
            List.of(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return Claim.refused(
        ConfigException.class,
        "option " + option + "=" + text,
        () -> caches.open(SHAPE, spec, AttentionSpec.plain(SHAPE.headDim())).close());
  }

  private static void mentions(ConfigException e, String text) {
    Claim.that(e.toString().contains(text), () -> "'" + text + "' is not in: " + e.getMessage());
  }

  /** Every pair of option values either works or is refused at open. */
  static void pairsWorkOrAreRefused(Subject subject) {
    Map<String, List<String>> choices = new TreeMap<>();
    for (Role role : subject.roles()) {
      for (Option<?> option : subject.method().schema(role).options()) {
        choices.putIfAbsent(option.name(), OptionSamples.few(option, 6));
      }
    }
    int opened = 0;
    List<Map<String, String>> combinations = Pairwise.combine(choices);
    for (Map<String, String> options : combinations) {
      Subject chosen = subject.withAnyLoss(options);
      Case example = Case.plain(chosen, SHAPE, "", opened);
      try (KvCaches caches = example.caches(Ledger.unlimited())) {
        KvCache cache;
        try {
          cache = caches.open(SHAPE, example.spec(), example.attention());
        } catch (ConfigException e) {
          refusedAlike(chosen, e);
          continue;
        }
        opened++;
        try (Shadow shadow = new Shadow(example, cache, RowKind.PLAIN);
            var scratch = shadow.scratch()) {
          shadow.append(Math.min(400, shadow.frontier().exactRows() + 64 * 2 + 7));
          Originals.check(shadow, "with " + options);
          float[] q = shadow.queries(0);
          ExactAttention.check(shadow, 0, q, shadow.attend(0, q, scratch), 0, SHAPE.queryHeads());
          Claim.that(caches.audit(cache).exact(), () -> "audit with " + options);
        }
      }
    }
    int works = opened;
    Claim.that(
        works > 0 || combinations.isEmpty(), () -> "none of " + combinations + " could be opened");
  }

  /** What open refuses, traits and plan refuse too, or it was the cache that refused. */
  private static void refusedAlike(Subject subject, ConfigException e) {
    Claim.that(e.rule().length() > 5, () -> "refused without a rule: " + e.getMessage());
    if (subject.method().id().equals(e.subject())) {
      Claim.that(!subject.accepts(SHAPE), () -> "open refuses what traits allow: " + e);
    }
  }

  /** The effective spec parses back, leaves nothing out, and opens an identical cache. */
  static void effectiveOpensTheSame(Subject subject) {
    Case example = Case.draw(subject, 800);
    try (KvCaches caches = example.caches(Ledger.unlimited());
        KvCache cache = example.open(caches)) {
      CacheSpec effective = cache.effective();
      CacheSpec read = CacheSpec.parse(effective.toString());
      Claim.equal(effective.toString(), read.toString(), "effective spec read back");
      boolean complete =
          effective.sinks().isPresent()
              && effective.window().isPresent()
              && effective.center().isPresent()
              && effective.exact().isPresent()
              && effective.precision().isPresent();
      Claim.that(complete, () -> "a setting is missing in " + effective);
      for (Role role : subject.roles()) {
        MethodSpec inForce = effective.methods().of(role);
        Claim.equal(subject.spec().id(), inForce.id(), "method in force");
        Claim.that(
            inForce.options().keySet().containsAll(subject.method().schema(role).names()),
            () -> "an option of " + role.label() + " is missing in " + effective);
        subject
            .optionsOf(role)
            .forEach((name, text) -> Claim.equal(text, inForce.options().get(name), name));
      }
      try (KvCache second = caches.open(example.shape(), read, example.attention());
          Shadow a = new Shadow(example, cache, RowKind.PLAIN);
          Shadow b = new Shadow(example, second, RowKind.PLAIN)) {
        Claim.equal(effective, second.effective(), "effective spec of the second cache");
        int rows = a.frontier().exactRows() + 64 * 3;
        a.append(rows);
        b.append(rows);
        Contents.of(b).mustEqual(Contents.of(a), "opened from its effective spec, " + example);
      }
    }
  }
}

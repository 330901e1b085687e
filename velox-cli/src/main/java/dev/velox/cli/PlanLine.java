package dev.velox.cli;

import dev.velox.accounting.Planner;
import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import dev.velox.api.spi.PlanReport;
import dev.velox.cache.KvCaches;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one cache needs for so many tokens.
 *
 * @param cache the spec as given
 * @param effective the spec with every setting written out
 * @param tokens how many
 * @param bytes what the ledger will be charged, both bounds
 * @param f16Bytes the same rows as binary16
 */
record PlanLine(String cache, String effective, int tokens, PlanReport bytes, long f16Bytes) {
  /** The most tokens considered when memory is given. */
  static final int MOST_TOKENS = 1 << 30;

  /** What so many tokens need. */
  static PlanLine forTokens(KvCaches caches, KnownShape model, String cache, int tokens) {
    KvShape shape = model.shape(Math.max(1, tokens));
    List<AttentionSpec> attention = model.attention();
    CacheSpec spec = CacheSpec.parse(cache);
    return new PlanLine(
        cache,
        caches.effective(shape, spec, attention).toString(),
        tokens,
        caches.plan(shape, spec, attention, tokens),
        model.f16Bytes(tokens));
  }

  /** The most tokens that surely fit. */
  static PlanLine forMemory(KvCaches caches, KnownShape model, String cache, long memory) {
    KvShape shape = model.shape(MOST_TOKENS);
    List<AttentionSpec> attention = model.attention();
    CacheSpec spec = CacheSpec.parse(cache);
    int fit = Planner.mostTokens(n -> caches.plan(shape, spec, attention, n), memory, MOST_TOKENS);
    return forTokens(caches, model, cache, fit);
  }

  /** The most tokens that fit as binary16. */
  static int f16Tokens(KnownShape model, long memory) {
    return Planner.mostTokens(
        n -> PlanReport.exactly(ByteReport.of(ByteRole.EXACT, model.f16Bytes(n))),
        memory,
        MOST_TOKENS);
  }

  long high() {
    return bytes.high().resident();
  }

  long low() {
    return bytes.low().resident();
  }

  /** How many times smaller than binary16. */
  double ratio() {
    return (double) f16Bytes / high();
  }

  double bytesPerToken() {
    return (double) high() / tokens;
  }

  /** For programs. */
  Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("cache", cache);
    object.put("effective", effective);
    object.put("tokens", tokens);
    object.put("bytes", high());
    object.put("leastBytes", low());
    object.put("f16Bytes", f16Bytes);
    object.put("compressionRatio", ratio());
    object.put("bytesPerToken", bytesPerToken());
    Map<String, Object> roles = new LinkedHashMap<>();
    for (ByteRole role : ByteRole.values()) {
      roles.put(role.label(), bytes.high().of(role));
    }
    object.put("bytesByRole", roles);
    return object;
  }
}

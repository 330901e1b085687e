package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.runtime.Drafts;
import dev.velox.runtime.GenerateResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What there is to say about a generated text. */
final class Generated {
  private Generated() {}

  /**
   * For a person, in two or three lines.
   *
   * @param result the text and what its cache cost
   * @param spec the cache as it was asked for
   */
  static List<String> summary(GenerateResult result, String spec) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d tokens after a prompt of %d, %.1f tokens/s, ended by %s",
            result.tokens(),
            result.promptTokens(),
            result.tokensPerSecond(),
            result.stopReason().label()));
    Drafts drafts = result.drafts();
    if (drafts.drafted() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d of %d drafted tokens accepted, %d passes through the model",
              drafts.accepted(),
              drafts.drafted(),
              drafts.passes()));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "cache %s: %s resident, %s in f16: ratio %.2f now, %.2f as it grows (%.2f and %.2f bits"
                + " a number)",
            spec,
            MemorySize.format(result.residentBytes()),
            MemorySize.format(result.f16Bytes()),
            result.compressionRatio(),
            16 / result.bits(),
            result.averageBitsPerDim(),
            result.bits()));
    return lines;
  }

  /** For a program. */
  static Map<String, Object> object(GenerateResult result) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("text", result.text());
    object.put("tokens", result.tokens());
    object.put("bits", result.bits());
    object.put("averageBitsPerDim", result.averageBitsPerDim());
    object.put("compressionRatio", result.compressionRatio());
    object.put("residentBytes", result.residentBytes());
    object.put("f16Bytes", result.f16Bytes());
    object.put("tokensPerSecond", result.tokensPerSecond());
    object.put("model", result.model());
    object.put("prompt", result.prompt());
    object.put("promptTokens", result.promptTokens());
    object.put("promptTokensPerSecond", result.promptTokensPerSecond());
    object.put("passes", result.drafts().passes());
    object.put("draftedTokens", result.drafts().drafted());
    object.put("acceptedTokens", result.drafts().accepted());
    object.put("stopReason", result.stopReason().label());
    object.put("cache", result.cache().toString());
    return object;
  }
}

package dev.velox.runtime;

import dev.velox.api.CacheSpec;
import java.util.List;

/**
 * A generated text and what its cache cost.
 *
 * @param text the text, without the prompt
 * @param tokens tokens generated, an end token included
 * @param tokenIds those tokens
 * @param promptTokens tokens read before the first was generated
 * @param bits coded bits a number: what the cache tends to as the text grows
 * @param averageBitsPerDim resident bits a number, now: 8 x {@code residentBytes} / numbers stored
 * @param compressionRatio {@code f16Bytes / residentBytes}
 * @param residentBytes bytes the cache holds, all of them; the working memory of the turn has been
 *     given back
 * @param f16Bytes bytes the same rows take as binary16
 * @param tokensPerSecond tokens a second after the first, 0 if there was no second
 * @param promptTokensPerSecond tokens of the prompt read a second
 * @param stopReason why the text ended
 * @param drafts passes through the model, and what was drafted
 * @param cache the cache settings in force
 * @param model the name of the model
 * @param prompt the prompt
 */
public record GenerateResult(
    String text,
    int tokens,
    List<Integer> tokenIds,
    int promptTokens,
    double bits,
    double averageBitsPerDim,
    double compressionRatio,
    long residentBytes,
    long f16Bytes,
    double tokensPerSecond,
    double promptTokensPerSecond,
    StopReason stopReason,
    Drafts drafts,
    CacheSpec cache,
    String model,
    String prompt) {

  /** Keeps its own list. */
  public GenerateResult {
    tokenIds = List.copyOf(tokenIds);
  }
}

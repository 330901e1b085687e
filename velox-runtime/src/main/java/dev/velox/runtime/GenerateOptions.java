package dev.velox.runtime;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.cache.BitPick;
import dev.velox.runtime.sampling.SamplingOptions;
import java.util.List;

/**
 * How to generate a text. A value; every {@code with} method gives a changed copy.
 *
 * @param cache how the cache stores its rows
 * @param maxTokens tokens to generate at most; 0 only reads the prompt
 * @param sampling how the next token is chosen
 * @param stop texts at which to stop; none is part of the result
 * @param stopAtEnd whether an end token of the model ends the text
 * @param prefillChunk tokens of the prompt that run together, at least 1
 * @param context tokens the cache may hold; 0 for as many as the model was made for
 * @param draft tokens to draft and check together, 0 to {@value #MOST_DRAFT}; the text stays the
 *     same, so only where the likeliest token is chosen
 * @param cancellation a request to stop early
 */
public record GenerateOptions(
    CacheSpec cache,
    int maxTokens,
    SamplingOptions sampling,
    List<String> stop,
    boolean stopAtEnd,
    int prefillChunk,
    int context,
    int draft,
    Cancellation cancellation) {

  /** Tokens to generate unless told otherwise. */
  public static final int DEFAULT_MAX_TOKENS = 200;

  /** Tokens of the prompt that run together unless told otherwise. */
  public static final int DEFAULT_PREFILL_CHUNK = 128;

  /** Most tokens of a draft: with the token before them, as many as attend one by one. */
  public static final int MOST_DRAFT = TokenWriter.MOST;

  /** Checks the ranges. */
  public GenerateOptions {
    stop = List.copyOf(stop);
    atLeast("max-tokens", maxTokens, 0);
    atLeast("prefill-chunk", prefillChunk, 1);
    atLeast("context", context, 0);
    atLeast("draft", draft, 0);
    if (draft > MOST_DRAFT) {
      throw new ConfigException("generate", "draft", draft, "must be at most " + MOST_DRAFT);
    }
    if (draft > 0 && sampling.temperature() > 0 && sampling.topK() != 1) {
      throw new ConfigException(
          "generate",
          "draft",
          draft,
          "must be 0 at temperature " + sampling.temperature() + ": drafts need temperature 0");
    }
    if (stop.contains("")) {
      throw new ConfigException("generate", "stop", "", "must not be empty");
    }
  }

  private static void atLeast(String option, int value, int least) {
    if (value < least) {
      throw new ConfigException("generate", option, value, "must be at least " + least);
    }
  }

  /**
   * The defaults: {@value #DEFAULT_MAX_TOKENS} tokens, greedy, no stop texts, the model's context.
   *
   * @param cache how the cache stores its rows
   * @return the options
   */
  public static GenerateOptions of(CacheSpec cache) {
    return new GenerateOptions(
        cache,
        DEFAULT_MAX_TOKENS,
        SamplingOptions.GREEDY,
        List.of(),
        true,
        DEFAULT_PREFILL_CHUNK,
        0,
        0,
        new Cancellation());
  }

  /**
   * The defaults with a cache given as text.
   *
   * @param cache a cache spec
   * @return the options
   * @throws ConfigException if the text is no cache spec
   */
  public static GenerateOptions of(String cache) {
    return of(CacheSpec.parse(cache));
  }

  /**
   * The defaults with the best measured cache within a number of coded bits.
   *
   * @param model the model it is for
   * @param bits 2, 2.5, 3, 3.5 or 4
   * @return the options; {@link BitPick} says what was picked and why
   * @throws ConfigException for any other number of bits
   */
  public static GenerateOptions ofBits(Velox model, double bits) {
    return of(BitPick.of(bits).cache(model.shape(0).headDim()));
  }

  /**
   * Another cache.
   *
   * @param spec how the cache stores its rows
   * @return changed options
   */
  public GenerateOptions withCache(CacheSpec spec) {
    return new GenerateOptions(
        spec, maxTokens, sampling, stop, stopAtEnd, prefillChunk, context, draft, cancellation);
  }

  /**
   * Another number of tokens.
   *
   * @param tokens tokens to generate at most
   * @return changed options
   */
  public GenerateOptions withMaxTokens(int tokens) {
    return new GenerateOptions(
        cache, tokens, sampling, stop, stopAtEnd, prefillChunk, context, draft, cancellation);
  }

  /**
   * Another way of choosing.
   *
   * @param how how the next token is chosen
   * @return changed options
   */
  public GenerateOptions withSampling(SamplingOptions how) {
    return new GenerateOptions(
        cache, maxTokens, how, stop, stopAtEnd, prefillChunk, context, draft, cancellation);
  }

  /**
   * Other stop texts.
   *
   * @param texts texts at which to stop, none empty
   * @return changed options
   */
  public GenerateOptions withStop(List<String> texts) {
    return new GenerateOptions(
        cache, maxTokens, sampling, texts, stopAtEnd, prefillChunk, context, draft, cancellation);
  }

  /**
   * Whether an end token of the model ends the text.
   *
   * @param stops false to go on after it
   * @return changed options
   */
  public GenerateOptions withStopAtEnd(boolean stops) {
    return new GenerateOptions(
        cache, maxTokens, sampling, stop, stops, prefillChunk, context, draft, cancellation);
  }

  /**
   * Another chunk of the prompt.
   *
   * @param tokens tokens that run together
   * @return changed options
   */
  public GenerateOptions withPrefillChunk(int tokens) {
    return new GenerateOptions(
        cache, maxTokens, sampling, stop, stopAtEnd, tokens, context, draft, cancellation);
  }

  /**
   * Another context.
   *
   * @param tokens tokens the cache may hold; 0 for as many as the model was made for
   * @return changed options
   */
  public GenerateOptions withContext(int tokens) {
    return new GenerateOptions(
        cache, maxTokens, sampling, stop, stopAtEnd, prefillChunk, tokens, draft, cancellation);
  }

  /**
   * Another request to stop.
   *
   * @param request what to look at between tokens
   * @return changed options
   */
  public GenerateOptions withCancellation(Cancellation request) {
    return new GenerateOptions(
        cache, maxTokens, sampling, stop, stopAtEnd, prefillChunk, context, draft, request);
  }

  /**
   * Another length of drafts.
   *
   * @param tokens tokens to draft and check together; 0 for none
   * @return changed options
   */
  public GenerateOptions withDraft(int tokens) {
    return new GenerateOptions(
        cache, maxTokens, sampling, stop, stopAtEnd, prefillChunk, context, tokens, cancellation);
  }
}

package dev.velox.runtime;

import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.runtime.model.ForwardPass;
import dev.velox.runtime.sampling.Sampler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a conversation: reads what the cache does not hold yet, then writes token by token.
 */
final class Turn {
  private final Transcript transcript;
  private final KvCache cache;
  private final Scratch scratch;
  private final ForwardPass forward;
  private final GenerateOptions options;
  private final List<Integer> endTokens;
  private final float[] logits;
  private Drafts drafts = new Drafts(0, 0, 0);
  private final Stopwatch reading = new Stopwatch();
  private final Stopwatch writing = new Stopwatch();

  Turn(
      Transcript transcript,
      KvCache cache,
      Scratch scratch,
      ForwardPass forward,
      GenerateOptions options,
      List<Integer> endTokens,
      float[] logits) {
    this.transcript = transcript;
    this.cache = cache;
    this.scratch = scratch;
    this.forward = forward;
    this.options = options;
    this.endTokens = endTokens;
    this.logits = logits;
  }

  /**
   * Runs every token whose row is missing and leaves the logits of the last; stops early when
   * cancelled.
   *
   * @param fresh whether the logits are already those of the last token
   */
  int read(TextListener listener, boolean fresh) {
    requireRollback();
    if (missing() == 0 && !fresh) {
      // Nothing new was said and the logits are gone: the last token runs again.
      cache.trim(transcript.length() - 1);
    }
    int total = missing();
    while (missing() > 0 && !options.cancellation().requested()) {
      int tokens = Math.min(missing(), Math.min(options.prefillChunk(), forward.chunk()));
      reading.start();
      forward.run(cache, scratch, transcript.ids(), cache.length(), tokens);
      if (missing() == 0) {
        forward.logits(tokens - 1, 1, logits, 0);
      }
      reading.stop();
      listener.prompt(total - missing(), total);
    }
    requireRollback();
    return total - missing();
  }

  /** Drafts need a cache that can take its newest row back. */
  private void requireRollback() {
    int rows = cache.length();
    if (options.draft() > 0 && rows > 0 && !cache.canTrim(rows - 1)) {
      throw new ConfigException(
          "generate",
          "draft",
          options.draft(),
          "must be 0, " + cache.effective() + " cannot take rows back");
    }
  }

  /** Writes until a reason to stop appears. */
  StopReason write(TextWriter writer) {
    if (missing() > 0) {
      return StopReason.CANCELLED;
    }
    if (options.maxTokens() == 0) {
      return StopReason.MAX_TOKENS;
    }
    Sampler sampler = new Sampler(options.sampling(), logits.length);
    TokenWriter tokens =
        new TokenWriter(
            transcript, cache, scratch, forward, sampler, logits.length, options.draft());
    for (int i = 0; i < transcript.length(); i++) {
      sampler.accept(transcript.ids()[i]);
    }
    int id = sampler.next(logits, 0);
    for (int written = 1; ; written++) {
      transcript.add(id);
      sampler.accept(id);
      StopReason reason = reasonAfter(id, written, writer);
      if (reason != null) {
        tokens.takeBack();
        drafts = tokens.drafts();
        writer.end();
        return reason;
      }
      writing.start();
      id = tokens.next(options.maxTokens() - written);
      writing.stop();
    }
  }

  private @Nullable StopReason reasonAfter(int id, int written, TextWriter writer) {
    if (options.stopAtEnd() && endTokens.contains(id)) {
      return StopReason.END_TOKEN;
    }
    if (writer.write(id)) {
      return StopReason.STOP_TEXT;
    }
    if (written == options.maxTokens()) {
      return StopReason.MAX_TOKENS;
    }
    if (transcript.length() > cache.shape().capacity()) {
      return StopReason.CONTEXT_FULL;
    }
    return options.cancellation().requested() ? StopReason.CANCELLED : null;
  }

  /** What was drafted while writing. */
  Drafts drafts() {
    return drafts;
  }

  double readingRate(int tokens) {
    return reading.rate(tokens);
  }

  double writingRate(int tokens) {
    return writing.rate(Math.max(0, tokens - 1));
  }

  private int missing() {
    return transcript.length() - cache.length();
  }
}

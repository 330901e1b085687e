package dev.velox.runtime;

import dev.velox.api.BusyException;
import dev.velox.api.CapacityException;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.api.VeloxException;
import dev.velox.runtime.model.ForwardPass;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A cache and the tokens it stands for, kept between turns: what is generated next continues what
 * was said before. Not for two threads at once.
 *
 * <p>The transcript holds every token that was read or chosen, an end token included. The row of
 * the token chosen last is not in the cache yet; the next turn runs it first. A turn that throws
 * leaves the transcript as it was.
 */
public final class Conversation implements AutoCloseable {
  private final Velox velox;
  private final KvCache cache;
  private final GenerateOptions defaults;
  private final Transcript transcript = new Transcript();
  private final AtomicBoolean busy = new AtomicBoolean();
  private final float[] logits;
  private ForwardPass forward;

  Conversation(Velox velox, KvCache cache, GenerateOptions defaults) {
    this.velox = velox;
    this.cache = cache;
    this.defaults = defaults;
    logits = new float[velox.config().vocabulary()];
    forward = velox.forwardPass(chunk(defaults));
  }

  private int chunk(GenerateOptions options) {
    return Math.min(options.prefillChunk(), cache.shape().capacity());
  }

  /**
   * The cache, for its reports; forward passes belong to this conversation, shortening to {@link
   * #trim}.
   *
   * @return the cache, closed with the conversation
   */
  public KvCache cache() {
    return cache;
  }

  /**
   * Every token so far.
   *
   * @return prompts and generated tokens, in order
   */
  public List<Integer> tokens() {
    return transcript.from(0);
  }

  /**
   * Goes back to the first tokens of the conversation.
   *
   * @param length tokens to keep, 0 to all
   * @throws dev.velox.api.TrimException if the cache cannot; nothing has changed
   */
  public void trim(int length) {
    if (length < cache.length()) {
      cache.trim(length);
    }
    transcript.truncate(Math.min(length, transcript.length()));
  }

  /**
   * Continues with the options the conversation was opened with.
   *
   * @param text what is said next; empty to go on from what was said
   * @return the answer
   */
  public GenerateResult generate(String text) {
    return stream(text, defaults, piece -> {});
  }

  /**
   * Continues with a text.
   *
   * @param text what is said next; empty to go on from what was said
   * @param options how to generate; its cache and context are those of the opening
   * @return the answer
   * @throws CapacityException if the text does not fit in the context
   * @throws ConfigException if nothing was said at all and the model has no start token
   */
  public GenerateResult generate(String text, GenerateOptions options) {
    return stream(text, options, piece -> {});
  }

  /**
   * Continues with a text and hands over the answer while it is written.
   *
   * @param text what is said next; empty to go on from what was said
   * @param options how to generate; its cache and context are those of the opening
   * @param listener receives the answer
   * @return the answer
   * @throws CapacityException if the text does not fit in the context
   * @throws ConfigException if nothing was said at all and the model has no start token
   */
  public GenerateResult stream(String text, GenerateOptions options, TextListener listener) {
    if (!options.cache().equals(defaults.cache()) || options.context() != defaults.context()) {
      throw new ConfigException(
          "generate",
          "cache",
          options.cache() + " with context " + options.context(),
          "must be that of the conversation, "
              + defaults.cache()
              + " with context "
              + defaults.context());
    }
    if (!busy.compareAndSet(false, true)) {
      throw new BusyException("generate", "another call generates in the same conversation");
    }
    int said = transcript.length();
    try (Velox.Use use = velox.use()) {
      return turn(text, options, listener);
    } catch (RuntimeException | Error e) {
      goBack(said, e);
      throw e;
    } finally {
      busy.set(false);
    }
  }

  private void goBack(int length, Throwable fault) {
    try {
      trim(length);
    } catch (VeloxException e) {
      fault.addSuppressed(e);
    }
  }

  private GenerateResult turn(String text, GenerateOptions options, TextListener listener) {
    hear(text);
    if (chunk(options) != forward.chunk()) {
      forward = velox.forwardPass(chunk(options));
    }
    TextWriter writer = new TextWriter(velox.tokenizer().detokenizer(), options.stop(), listener);
    Turn turn;
    StopReason reason;
    int read;
    int first;
    try (Scratch scratch = cache.newScratch(velox.workers())) {
      List<Integer> ends = velox.config().endTokens();
      turn = new Turn(transcript, cache, scratch, forward, options, ends, logits);
      read = turn.read(listener);
      first = transcript.length();
      reason = turn.write(writer);
    }
    List<Integer> answer = transcript.from(first);
    long resident = cache.bytes().resident();
    long f16 = cache.shape().f16Bytes(cache.length());
    return new GenerateResult(
        writer.text(),
        answer.size(),
        answer,
        read,
        cache.bits().codedBits(),
        cache.bits().residentBits(),
        resident == 0 ? 0 : (double) f16 / resident,
        resident,
        f16,
        turn.writingRate(answer.size()),
        turn.readingRate(read),
        reason,
        cache.effective(),
        velox.name(),
        text);
  }

  /** Adds a text to the transcript, or refuses it and changes nothing. */
  private void hear(String text) {
    boolean opening = transcript.length() == 0;
    int[] ids = velox.tokenizer().encode(text, opening);
    if (opening && ids.length == 0) {
      ids = new int[] {velox.config().startToken().orElseThrow(Conversation::nothingToBeginWith)};
    }
    int capacity = cache.shape().capacity();
    int free = Math.max(0, capacity - transcript.length());
    if (ids.length > free || transcript.length() > capacity) {
      throw new CapacityException(ids.length, free, capacity);
    }
    for (int id : ids) {
      transcript.add(id);
    }
  }

  private static ConfigException nothingToBeginWith() {
    return new ConfigException(
        "generate", "prompt", "", "must not be empty, the model has no start token to begin with");
  }

  /** Gives the bytes of the cache back. Closing twice is quiet. */
  @Override
  public void close() {
    cache.close();
  }
}

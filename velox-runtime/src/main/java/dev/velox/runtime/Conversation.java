package dev.velox.runtime;

import dev.velox.api.BusyException;
import dev.velox.api.CapacityException;
import dev.velox.api.ConfigException;
import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.api.VeloxException;
import dev.velox.runtime.model.ForwardPass;
import java.nio.file.Path;
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

  /** The length at which the logits are those of the last token, or -1. */
  private int logitsAt = -1;

  Conversation(Velox velox, KvCache cache, GenerateOptions defaults) {
    this.velox = velox;
    this.cache = cache;
    this.defaults = defaults;
    logits = new float[velox.config().vocabulary()];
    forward = velox.forwardPass(chunk(defaults));
  }

  /** A conversation that was held before. */
  Conversation(Velox velox, KvCache cache, GenerateOptions defaults, SavedText said) {
    this(velox, cache, defaults);
    for (int id : said.tokens()) {
      transcript.add(id);
    }
    if (said.logits() != null) {
      System.arraycopy(said.logits(), 0, logits, 0, logits.length);
      logitsAt = transcript.length();
    }
  }

  private int chunk(GenerateOptions options) {
    int tokens = Math.max(options.prefillChunk(), 1 + options.draft());
    return Math.min(tokens, cache.shape().capacity());
  }

  /**
   * The settings of a turn without its own.
   *
   * @return options whose cache and context are those of this conversation
   */
  public GenerateOptions options() {
    return defaults;
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
    logitsAt = logitsAt == transcript.length() ? logitsAt : -1;
  }

  /**
   * A conversation that has said the same so far; either goes on without the other. What the caches
   * have coded is shared.
   *
   * @return the fork, owned by the caller
   * @throws dev.velox.api.BudgetException if what is not shared does not fit
   */
  public Conversation fork() {
    enter("fork");
    try (Lifetime.Use use = velox.use()) {
      return new Conversation(velox, cache.fork(), defaults, said());
    } finally {
      busy.set(false);
    }
  }

  /**
   * Writes the conversation to a file, from which {@link Velox#resume} goes on.
   *
   * @param file replaced whole or not at all
   * @throws dev.velox.api.StorageException if it cannot be written
   */
  public void save(Path file) {
    enter("save");
    try (Lifetime.Use use = velox.use()) {
      cache.snapshot(file, said().notes(velox));
    } finally {
      busy.set(false);
    }
  }

  private SavedText said() {
    boolean fresh = logitsAt == transcript.length() && cache.length() == logitsAt;
    return new SavedText(transcript.toArray(), fresh ? logits.clone() : null);
  }

  private void enter(String call) {
    if (!busy.compareAndSet(false, true)) {
      throw new BusyException(call, "another call generates in the same conversation");
    }
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
    enter("generate");
    int said = transcript.length();
    try (Lifetime.Use use = velox.use()) {
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
      boolean fresh = logitsAt == transcript.length();
      logitsAt = -1;
      read = turn.read(listener, fresh);
      first = transcript.length();
      reason = turn.write(writer);
    }
    if (transcript.length() == first && cache.length() == first) {
      logitsAt = first;
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
        turn.drafts(),
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

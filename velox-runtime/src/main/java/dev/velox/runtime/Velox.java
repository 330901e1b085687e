package dev.velox.runtime;

import dev.velox.accounting.Ledger;
import dev.velox.api.CacheSpec;
import dev.velox.api.CapacityException;
import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import dev.velox.kernels.Kernels;
import dev.velox.runtime.model.ForwardPass;
import dev.velox.runtime.model.LlamaConfig;
import dev.velox.runtime.model.LlamaConfigReader;
import dev.velox.runtime.model.LlamaWeights;
import dev.velox.runtime.text.TextTokenizer;
import dev.velox.runtime.weights.ModelFiles;
import dev.velox.runtime.weights.WeightSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A model ready to generate text through compressed caches. Safe for many threads, each with its
 * own conversation.
 *
 * <pre>{@code
 * try (Velox velox = Velox.open(ModelFiles.folder(path))) {
 *   GenerateResult result = velox.generate("Once upon a time", GenerateOptions.of("kivi:bits=4"));
 * }
 * }</pre>
 */
public final class Velox implements AutoCloseable {
  private final String name;
  private final LlamaConfig config;
  private final WeightSource source;
  private final LlamaWeights weights;
  private final TextTokenizer tokenizer;
  private final CacheOpener caches;
  private final @Nullable KvCaches ownCaches;
  private final WorkerPool workers;
  private final Kernels kernels = Kernels.active();
  private final ModelFingerprint fingerprint;
  private final Lifetime life;

  private Velox(
      String name,
      LlamaConfig config,
      WeightSource source,
      LlamaWeights weights,
      TextTokenizer tokenizer,
      CacheOpener caches,
      @Nullable KvCaches ownCaches,
      int threads) {
    this.name = name;
    this.config = config;
    this.source = source;
    this.weights = weights;
    this.tokenizer = tokenizer;
    this.caches = caches;
    this.ownCaches = ownCaches;
    this.workers = new WorkerPool(threads);
    this.life = new Lifetime("the model " + name);
    this.fingerprint = new ModelFingerprint(config, source);
  }

  /**
   * Opens a model on all processors, with the methods that are installed and no memory budget.
   *
   * @param files the model
   * @return the model, ready to generate
   * @throws FormatException if a file is missing or broken, or the model is of a kind not supported
   */
  public static Velox open(ModelFiles files) {
    return open(files, Methods.installed());
  }

  /**
   * Opens a model on all processors, with given methods and no memory budget.
   *
   * @param files the model
   * @param methods what specs may name, such as those installed and those of plugins
   * @return the model, ready to generate
   * @throws FormatException if a file is missing or broken, or the model is of a kind not supported
   */
  public static Velox open(ModelFiles files, Methods methods) {
    KvCaches caches = KvCaches.of(methods, Ledger.unlimited());
    try {
      return load(
          files, CacheOpener.of(caches), caches, Runtime.getRuntime().availableProcessors());
    } catch (RuntimeException | Error e) {
      caches.close();
      throw e;
    }
  }

  /**
   * Opens a model whose caches come from a given place: other methods, or a memory budget.
   *
   * @param files the model
   * @param caches where caches come from; stays open when the model is closed
   * @param threads threads that share the work, at least 1
   * @return the model, ready to generate
   * @throws FormatException if a file is missing or broken, or the model is of a kind not supported
   */
  public static Velox open(ModelFiles files, KvCaches caches, int threads) {
    return load(files, CacheOpener.of(caches), null, threads);
  }

  static Velox load(
      ModelFiles files, CacheOpener caches, @Nullable KvCaches ownCaches, int threads) {
    if (threads < 1) {
      throw new ConfigException("runtime", "threads", threads, "must be at least 1");
    }
    LlamaConfig config = LlamaConfigReader.read(files);
    WeightSource source = WeightSource.open(files);
    try {
      LlamaWeights weights = LlamaWeights.load(config, source);
      TextTokenizer tokenizer = TextTokenizer.open(files, config.vocabulary());
      return new Velox(
          files.name(), config, source, weights, tokenizer, caches, ownCaches, threads);
    } catch (RuntimeException | Error e) {
      source.close();
      throw e;
    }
  }

  /**
   * The name of the model.
   *
   * @return the folder's name, or that of the resources
   */
  public String name() {
    return name;
  }

  /**
   * The shape of a cache for this model.
   *
   * @param context tokens it may hold; 0 for as many as the model was made for
   * @return the shape
   * @throws ConfigException if the model was made for fewer
   */
  public KvShape shape(int context) {
    if (context < 0 || context > config.context()) {
      throw new ConfigException(
          "generate", "context", context, "must be at most the model's " + config.context());
    }
    return config.shape(context == 0 ? config.context() : context);
  }

  /**
   * Turns a text into tokens.
   *
   * @param text the text
   * @param special whether to add what the model puts around a text
   * @return token ids
   */
  public int[] encode(String text, boolean special) {
    try (Lifetime.Use use = use()) {
      return tokenizer.encode(text, special);
    }
  }

  /**
   * Turns tokens into a text, special tokens left out.
   *
   * @param ids token ids
   * @return the text
   */
  public String decode(int... ids) {
    return tokenizer.decode(ids);
  }

  /**
   * Generates a text; its cache is closed with it.
   *
   * @param prompt what to continue
   * @param options how
   * @return the text and what its cache cost
   * @throws CapacityException if the prompt is longer than the context
   * @throws ConfigException if the prompt is empty and the model has no start token
   */
  public GenerateResult generate(String prompt, GenerateOptions options) {
    return stream(prompt, options, piece -> {});
  }

  /**
   * Generates a text and hands it over while it is written; its cache is closed with it.
   *
   * @param prompt what to continue
   * @param options how
   * @param listener receives the text
   * @return the text and what its cache cost
   * @throws CapacityException if the prompt is longer than the context
   * @throws ConfigException if the prompt is empty and the model has no start token
   */
  public GenerateResult stream(String prompt, GenerateOptions options, TextListener listener) {
    try (Conversation conversation = converse(options)) {
      return conversation.stream(prompt, options, listener);
    }
  }

  /**
   * Opens a conversation, whose cache is kept between turns.
   *
   * @param options the cache and context of all turns, and the other settings of a turn without its
   *     own
   * @return an empty conversation, owned by the caller
   */
  public Conversation converse(GenerateOptions options) {
    try (Lifetime.Use use = use()) {
      KvCache cache = openCache(shape(options.context()), options.cache());
      return new Conversation(this, cache, options);
    }
  }

  /**
   * Goes on with a conversation that was saved, by this model or another copy of it.
   *
   * @param file what {@link Conversation#save} wrote
   * @param options the settings of a turn without its own; cache and context are those of the file
   * @return the conversation, owned by the caller
   * @throws FormatException if the file is damaged, or was saved by another model or version
   */
  public Conversation resume(Path file, GenerateOptions options) {
    try (Lifetime.Use use = use()) {
      return SavedText.resume(this, caches, file, options);
    }
  }

  /**
   * Opens a cache to run tokens through by hand.
   *
   * @param spec how the cache stores its rows
   * @param context tokens it may hold; 0 for as many as the model was made for
   * @param chunk most tokens a call
   * @return a runner with an empty cache, owned by the caller
   */
  public TokenRunner runner(CacheSpec spec, int context, int chunk) {
    if (chunk < 1) {
      throw new ConfigException("generate", "prefill-chunk", chunk, "must be at least 1");
    }
    try (Lifetime.Use use = use()) {
      return new TokenRunner(this, shape(context), spec, chunk);
    }
  }

  KvCache openCache(KvShape shape, CacheSpec spec) {
    return caches.open(shape, spec, config.attention());
  }

  Workers workers() {
    return workers;
  }

  LlamaConfig config() {
    return config;
  }

  ModelFingerprint fingerprint() {
    return fingerprint;
  }

  TextTokenizer tokenizer() {
    return tokenizer;
  }

  ForwardPass forwardPass(int chunk) {
    int most = Integer.MAX_VALUE / config.widest();
    if (chunk > most) {
      throw new ConfigException(
          "generate", "prefill-chunk", chunk, "must be at most " + most + " for this model");
    }
    return new ForwardPass(weights, workers, kernels, chunk);
  }

  /** Keeps the model open while it is used. */
  Lifetime.Use use() {
    return life.use();
  }

  /** Waits for what is being generated, then gives the weights back. Closing twice is quiet. */
  @Override
  public void close() {
    life.close(
        () -> {
          workers.close();
          tokenizer.close();
          source.close();
          if (ownCaches != null) {
            ownCaches.close();
          }
        });
  }
}

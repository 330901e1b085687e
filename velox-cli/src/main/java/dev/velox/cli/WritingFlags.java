package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.api.ConfigException;
import dev.velox.runtime.Cancellation;
import dev.velox.runtime.Conversation;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.Velox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the commands that write text: model, cache, length, choice of tokens, files. */
final class WritingFlags {
  @Mixin private ModelOption model;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private CacheChoice cache = new CacheChoice();

  @Option(
      names = "--load-cache",
      paramLabel = "FILE",
      description = "Go on from what --save-cache wrote; the file says how rows are stored.")
  private @Nullable String load;

  @Option(
      names = "--save-cache",
      paramLabel = "FILE",
      description = "Write the cache and its tokens to a file at the end.")
  private @Nullable String save;

  @Option(
      names = {"-n", "--max-tokens"},
      paramLabel = "N",
      defaultValue = "" + GenerateOptions.DEFAULT_MAX_TOKENS,
      description = "Tokens to generate at most; 0 only reads. Default: ${DEFAULT-VALUE}.")
  private int maxTokens;

  @Mixin private SamplingFlags sampling;

  @Option(
      names = "--draft",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Draft up to N tokens (at most 6) by looking them up in the text, and check them in one"
              + " pass: the same text, sooner where it repeats itself. At temperature 0 only.")
  private int draft;

  @Option(
      names = "--prefill-chunk",
      paramLabel = "N|all",
      defaultValue = "" + GenerateOptions.DEFAULT_PREFILL_CHUNK,
      converter = Chunk.Reader.class,
      description = "Tokens of the prompt that run together. Default: ${DEFAULT-VALUE}.")
  private Chunk chunk = new Chunk(1);

  @Option(names = "--stop", paramLabel = "TEXT", description = "End before this text, repeatable.")
  private List<String> stop = new ArrayList<>();

  @Option(
      names = "--stream",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Print the text as it is written (the default), or when it is complete.")
  private boolean stream;

  /** Refuses what cannot be, before a model is opened. */
  void check() {
    if (load == null) {
      cache.check();
    } else if (cache.given()) {
      throw new ConfigException(
          "generate", cache.option(), cache.label(), "must not be given with --load-cache");
    }
    options(GenerateOptions.of("f32"));
  }

  /** The model that was asked for. */
  Velox model(VeloxCommand velox) {
    return velox.open(model.files());
  }

  /** Whether a saved text is gone on with. */
  boolean loads() {
    return load != null;
  }

  boolean streams() {
    return stream;
  }

  CacheChoice cache() {
    return cache;
  }

  /** A new conversation, or the one that was saved. */
  Conversation open(Velox velox, Cancellation cancellation) {
    if (load != null) {
      GenerateOptions any = options(GenerateOptions.of("f32"));
      return velox.resume(TextInput.path(load), any.withCancellation(cancellation));
    }
    GenerateOptions own = options(GenerateOptions.of(cache.spec(velox)));
    return velox.converse(own.withCancellation(cancellation));
  }

  private GenerateOptions options(GenerateOptions base) {
    return base.withMaxTokens(maxTokens)
        .withSampling(sampling.options())
        .withStop(stop)
        .withPrefillChunk(chunk.tokens())
        .withDraft(draft);
  }

  /** How the cache was asked for. */
  String label() {
    return load == null ? cache.label() : "of " + load;
  }

  /** Writes the conversation to its file, if one was named, and says so. */
  void save(Conversation conversation, Streams streams) {
    if (save == null) {
      return;
    }
    Path file = TextInput.path(save);
    conversation.save(file);
    streams.note("saved " + conversation.tokens().size() + " tokens to " + save + size(file));
  }

  private static String size(Path file) {
    try {
      return " (" + MemorySize.format(Files.size(file)) + ")";
    } catch (IOException e) {
      // somebody has taken it away again
      return "";
    }
  }
}

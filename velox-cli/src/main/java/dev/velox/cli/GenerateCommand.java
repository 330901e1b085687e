package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.runtime.Cancellation;
import dev.velox.runtime.GenerateOptions;
import dev.velox.runtime.GenerateResult;
import dev.velox.runtime.StopReason;
import dev.velox.runtime.TextListener;
import dev.velox.runtime.Velox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Continues a text through a compressed cache and says what the cache saved. */
@Command(
    name = "generate",
    description = "Continue a text through a compressed cache, and say what the cache saved.",
    footer = {
      "",
      "The text goes to standard output, what is said about it to standard error. Ctrl-C ends the"
          + " text and still says it."
    })
final class GenerateCommand implements Callable<Integer> {
  /** No token of a vocabulary in use is longer. */
  private static final int TOKEN_BYTES = 1024;

  @ParentCommand private VeloxCommand velox;
  @Mixin private ModelOption model;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private @Nullable PromptOptions prompt;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private CacheChoice cache = new CacheChoice();

  @Option(
      names = {"-n", "--max-tokens"},
      paramLabel = "N",
      defaultValue = "" + GenerateOptions.DEFAULT_MAX_TOKENS,
      description = "Tokens to generate at most. Default: ${DEFAULT-VALUE}.")
  private int maxTokens;

  @Mixin private SamplingFlags sampling;

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
      names = "--no-stream",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Print the text as it is written (the default), or when it is complete.")
  private boolean stream;

  @Option(names = "--json", description = "Print one JSON object when the text is complete.")
  private boolean json;

  @Override
  public Integer call() {
    Cancellation cancellation = new Cancellation();
    cache.check();
    try (Interruption interruption = Interruption.listen(cancellation::cancel);
        Velox model = velox.open(this.model.files())) {
      GenerateOptions options =
          GenerateOptions.of(cache.spec(model))
              .withMaxTokens(maxTokens)
              .withSampling(sampling.options())
              .withStop(stop)
              .withPrefillChunk(chunk.tokens())
              .withCancellation(cancellation);
      GenerateResult result = run(model, options);
      report(result, options.cache());
      return result.stopReason() == StopReason.CANCELLED && interruption.came()
          ? ExitCode.INTERRUPTED
          : ExitCode.OK;
    }
  }

  private GenerateResult run(Velox model, GenerateOptions options) {
    long limit = (long) TOKEN_BYTES * model.shape(0).capacity();
    String text = text((int) Math.min(limit, Integer.MAX_VALUE - 8));
    try (Writer writer = new Writer(velox.streams(), stream && !json, options.cancellation())) {
      return model.stream(text, options, writer);
    }
  }

  private String text(int limit) {
    return prompt == null ? "" : prompt.text(velox.streams().in(), limit);
  }

  private void report(GenerateResult result, CacheSpec asked) {
    Streams streams = velox.streams();
    if (json) {
      Map<String, Object> object = Generated.object(result);
      cache.addTo(object);
      JsonOutput.print(streams.out(), object);
      return;
    }
    streams.out().print(stream ? "\n" : result.text() + "\n");
    streams.out().flush();
    cache.pick().ifPresent(pick -> streams.note(CacheChoice.told(pick, asked)));
    Generated.summary(result, cache.label()).forEach(streams::note);
  }

  /** Prints what the model writes, and how far it has read before that. */
  private static final class Writer implements TextListener, AutoCloseable {
    private final Streams streams;
    private final boolean prints;
    private final Cancellation cancellation;
    private final Progress reading;

    Writer(Streams streams, boolean prints, Cancellation cancellation) {
      this.streams = streams;
      this.prints = prints;
      this.cancellation = cancellation;
      this.reading = new Progress(streams, "prompt", "tokens");
    }

    @Override
    public void prompt(int done, int total) {
      if (done < total) {
        reading.at(done, total);
      } else {
        reading.close();
      }
    }

    @Override
    public void text(String piece) {
      if (!prints) {
        return;
      }
      streams.out().print(piece);
      if (streams.outputGone()) {
        cancellation.cancel();
      }
    }

    @Override
    public void close() {
      reading.close();
    }
  }
}

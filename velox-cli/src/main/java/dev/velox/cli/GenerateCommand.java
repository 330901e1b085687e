package dev.velox.cli;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.runtime.Cancellation;
import dev.velox.runtime.Conversation;
import dev.velox.runtime.GenerateResult;
import dev.velox.runtime.StopReason;
import dev.velox.runtime.Velox;
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

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable PromptOptions prompt;

  @Mixin private WritingFlags flags;

  @Option(names = "--json", description = "Print one JSON object when the text is complete.")
  private boolean json;

  @Override
  public Integer call() {
    if (prompt == null && !flags.loads()) {
      throw new ConfigException(
          "generate",
          "prompt",
          "missing",
          "must be given, as PROMPT or by --prompt-file; only --load-cache goes on without one");
    }
    flags.check();
    Cancellation cancellation = new Cancellation();
    try (Interruption interruption = Interruption.listen(cancellation::cancel);
        Velox model = flags.model(velox);
        Conversation conversation = flags.open(model, cancellation)) {
      GenerateResult result = run(model, conversation, cancellation);
      report(result, conversation.options().cache());
      flags.save(conversation, velox.streams());
      return result.stopReason() == StopReason.CANCELLED && interruption.came()
          ? ExitCode.INTERRUPTED
          : ExitCode.OK;
    }
  }

  private GenerateResult run(Velox model, Conversation conversation, Cancellation cancellation) {
    long limit = (long) TOKEN_BYTES * model.shape(0).capacity();
    String text = text((int) Math.min(limit, Integer.MAX_VALUE - 8));
    boolean prints = flags.streams() && !json;
    try (TextPrinter printer = new TextPrinter(velox.streams(), prints, cancellation)) {
      return conversation.stream(text, conversation.options(), printer);
    }
  }

  private String text(int limit) {
    return prompt == null ? "" : prompt.text(velox.streams().in(), limit);
  }

  private void report(GenerateResult result, CacheSpec asked) {
    Streams streams = velox.streams();
    if (json) {
      Map<String, Object> object = Generated.object(result);
      if (!flags.loads()) {
        flags.cache().addTo(object);
      }
      JsonOutput.print(streams.out(), object);
      return;
    }
    streams.out().print(flags.streams() ? "\n" : result.text() + "\n");
    streams.out().flush();
    if (!flags.loads()) {
      flags.cache().pick().ifPresent(pick -> streams.note(CacheChoice.told(pick, asked)));
    }
    Generated.summary(result, flags.label()).forEach(streams::note);
  }
}

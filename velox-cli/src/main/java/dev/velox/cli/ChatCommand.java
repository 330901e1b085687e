package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.api.CapacityException;
import dev.velox.api.TrimException;
import dev.velox.runtime.Cancellation;
import dev.velox.runtime.Conversation;
import dev.velox.runtime.GenerateResult;
import dev.velox.runtime.Velox;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A conversation, a turn a line, whose cache is kept between turns. */
@Command(
    name = "chat",
    description =
        "Talk to a model: a turn a line, the cache kept between turns and its bytes shown.",
    footer = {
      "",
      "Lines come from standard input, answers go to standard output, the rest to standard error.",
      "/undo takes the last turn back, /quit ends, as does the end of the input. Ctrl-C ends an"
          + " answer and the conversation."
    })
final class ChatCommand implements Callable<Integer> {
  private static final int LINE_BYTES = 1 << 20;

  @ParentCommand private VeloxCommand velox;
  @Mixin private WritingFlags flags;

  @Option(names = "--json", description = "Print one JSON object a turn.")
  private boolean json;

  private final Deque<Integer> turns = new ArrayDeque<>();

  @Override
  public Integer call() {
    flags.check();
    Streams streams = velox.streams();
    LineInput lines = new LineInput(streams.in(), LINE_BYTES);
    Cancellation cancellation = new Cancellation();
    try (Velox model = flags.model(velox);
        Conversation conversation = flags.open(model, cancellation)) {
      int status = ExitCode.OK;
      String line = line(lines);
      while (status == ExitCode.OK && line != null && !line.equals("/quit")) {
        if (line.equals("/undo")) {
          undo(conversation);
        } else if (!line.isBlank()) {
          status = turn(conversation, line + "\n", cancellation);
        }
        line = status == ExitCode.OK && !streams.outputGone() ? line(lines) : null;
      }
      if (status != ExitCode.INTERRUPTED) {
        flags.save(conversation, streams);
      }
      return status;
    }
  }

  private @Nullable String line(LineInput lines) {
    if (velox.streams().terminal()) {
      velox.streams().err().print("> ");
      velox.streams().err().flush();
    }
    return lines.next();
  }

  private int turn(Conversation conversation, String text, Cancellation cancellation) {
    Streams streams = velox.streams();
    int said = conversation.tokens().size();
    boolean prints = flags.streams() && !json;
    try (Interruption interruption = Interruption.listen(cancellation::cancel);
        TextPrinter printer = new TextPrinter(streams, prints, cancellation)) {
      GenerateResult result = conversation.stream(text, conversation.options(), printer);
      turns.push(said);
      report(result, conversation);
      if (interruption.came()) {
        flags.save(conversation, streams);
        return ExitCode.INTERRUPTED;
      }
      return ExitCode.OK;
    } catch (CapacityException e) {
      streams.note(String.valueOf(e.getMessage()));
      return ExitCode.RESOURCE;
    }
  }

  private void report(GenerateResult result, Conversation conversation) {
    Streams streams = velox.streams();
    if (json) {
      Map<String, Object> object = Generated.object(result);
      object.put("totalTokens", conversation.tokens().size());
      JsonOutput.print(streams.out(), object);
      return;
    }
    streams.out().print(flags.streams() ? "\n" : result.text() + "\n");
    streams.out().flush();
    streams.note(
        String.format(
            Locale.ROOT,
            "%d tokens so far; cache %s: %s resident, %s in f16: ratio %.2f",
            conversation.tokens().size(),
            flags.label(),
            MemorySize.format(result.residentBytes()),
            MemorySize.format(result.f16Bytes()),
            result.compressionRatio()));
  }

  private void undo(Conversation conversation) {
    Streams streams = velox.streams();
    if (turns.isEmpty()) {
      streams.note("there is no turn to take back");
      return;
    }
    try {
      conversation.trim(turns.peek());
      turns.pop();
      streams.note(
          "back at "
              + conversation.tokens().size()
              + " tokens; cache "
              + MemorySize.format(conversation.cache().bytes().resident())
              + " resident");
    } catch (TrimException e) {
      streams.note(String.valueOf(e.getMessage()));
    }
  }
}

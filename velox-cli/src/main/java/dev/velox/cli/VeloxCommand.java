package dev.velox.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code velox} itself, which only leads to the others. */
@Command(
    name = "velox",
    description = "Compressed KV caches for LLM inference on the JVM.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    usageHelpWidth = 100,
    subcommands = {
      GenerateCommand.class,
      EvalCommand.class,
      MethodsCommand.class,
      PlanCommand.class,
      BenchCommand.class,
      DoctorCommand.class
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:a fault of velox itself",
      "2:usage: an unknown option, a value out of range, a method that is not installed",
      "3:data: a file that is missing, broken or not supported, a faulty plugin",
      "4:resource: more tokens than the context holds, more memory than there is",
      "130:stopped by Ctrl-C"
    })
final class VeloxCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean debug;

  VeloxCommand(Streams streams) {
    this.streams = streams;
  }

  Streams streams() {
    return streams;
  }

  boolean debug() {
    return debug;
  }

  /** Without a command there is nothing to do but say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(streams.err());
    return ExitCode.USAGE;
  }
}

package dev.velox.cli;

import dev.velox.accounting.Ledger;
import dev.velox.api.Methods;
import dev.velox.api.Plugins;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.Velox;
import dev.velox.runtime.weights.ModelFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      ChatCommand.class,
      EvalCommand.class,
      MethodsCommand.class,
      PlanCommand.class,
      InspectCommand.class,
      DemoCommand.class,
      ReportCommand.class,
      BenchCommand.class,
      VerifyCommand.class,
      DoctorCommand.class
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:a fault of velox itself",
      "2:usage: an unknown option, a value out of range, a method that is not installed",
      "3:data: a file that is missing, broken or not supported, a faulty plugin",
      "4:resource: more tokens than the context holds, more memory than there is, a full disk",
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

  @Option(
      names = "--plugin",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Take methods from the jars of this folder too, repeatable.")
  private List<String> plugins = new ArrayList<>();

  private @Nullable List<Plugins> loaded;

  VeloxCommand(Streams streams) {
    this.streams = streams;
  }

  Streams streams() {
    return streams;
  }

  boolean debug() {
    return debug;
  }

  /** The plugins of every folder named, loaded once. */
  List<Plugins> plugins() {
    List<Plugins> known = loaded;
    if (known == null) {
      known = plugins.stream().map(TextInput::path).map(Plugins::load).toList();
      loaded = known;
    }
    return known;
  }

  /** The methods that specs may name: those installed and those of plugins. */
  Methods methods() {
    Methods methods = Methods.installed();
    for (Plugins more : plugins()) {
      methods = methods.with(more);
    }
    return methods;
  }

  /** Caches of these methods, without a budget. */
  KvCaches caches() {
    return KvCaches.of(methods(), Ledger.unlimited());
  }

  /** A model whose caches are made of these methods. */
  Velox open(ModelFiles files) {
    return Velox.open(files, methods());
  }

  /** Without a command there is nothing to do but say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(streams.err());
    return ExitCode.USAGE;
  }
}

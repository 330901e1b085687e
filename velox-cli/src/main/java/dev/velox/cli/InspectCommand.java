package dev.velox.cli;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.Rope;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalWindow;
import dev.velox.runtime.inspect.Inspection;
import dev.velox.runtime.inspect.KlSuggestion;
import dev.velox.runtime.inspect.KvDump;
import dev.velox.runtime.inspect.LossSuggestion;
import dev.velox.runtime.inspect.Suggestion;
import dev.velox.runtime.weights.ModelFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Looks at the keys and values of a model or of files, and suggests a cache for them. */
@Command(
    name = "inspect",
    description =
        "Look at the keys and values of a model, or of files they were written to, and suggest a"
            + " cache for them.",
    footer = {
      "",
      "Keys are looked at with their rotation undone. 'bias' is the length of the mean row over what"
          + " changes from row to row; 'widest' the widest channel's deviation over the median"
          + " channel's; 'longest' the longest row over the median row. The leading four rows are"
          + " left out, because caches keep them exact."
    })
final class InspectCommand implements Callable<Integer> {
  /** Windows of a model unless told otherwise: every other one to search, the rest to confirm. */
  private static final int WINDOWS = 6;

  private static final int QUERIES = 64;
  private static final int CHUNK = 128;

  @ParentCommand private VeloxCommand velox;

  @Parameters(
      arity = "0..*",
      paramLabel = "MODEL|DUMP",
      description =
          "A model folder, or .npy and .safetensors files of keys and values, named by layer and"
              + " role (layer3.k, layer3.v). Default: the built-in model.")
  private List<String> paths = new ArrayList<>();

  @Mixin private EvalTexts texts;

  @Option(
      names = "--rope-base",
      paramLabel = "B",
      description = "Files: the base of the rotation their keys have been through (rope_theta).")
  private @Nullable Double ropeBase;

  @Option(
      names = "--rope-dims",
      paramLabel = "N",
      description = "Files: rotated channels of a head. Default: all.")
  private @Nullable Integer ropeDims;

  @Option(
      names = "--heads-first",
      description = "Files: arrays of three extents are [head][token][channel].")
  private boolean headsFirst;

  @Option(
      names = "--suggest",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Search for a cache that suits (the default), or only look.")
  private boolean suggest;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    List<Path> files = paths.stream().map(TextInput::path).toList();
    InspectText text =
        !files.isEmpty() && files.stream().allMatch(KvDump::looksLikeOne)
            ? ofFiles(files)
            : ofModel(files);
    if (json) {
      JsonOutput.print(velox.streams().out(), text.object());
    } else {
      velox.streams().out().print(text.text());
    }
    return ExitCode.OK;
  }

  private InspectText ofFiles(List<Path> files) {
    KvSample sample = KvDump.read(files, this::attention, headsFirst);
    Optional<Suggestion> found = Optional.empty();
    if (suggest) {
      try (KvCaches caches = velox.caches()) {
        found = LossSuggestion.of(caches, sample);
      }
    }
    return new InspectText(sample, Inspection.of(sample), found);
  }

  private AttentionSpec attention(int headDim) {
    AttentionSpec plain = AttentionSpec.plain(headDim);
    if (ropeBase == null) {
      if (ropeDims != null) {
        throw new ConfigException(
            "inspect", "--rope-base", "missing", "must be given with --rope-dims");
      }
      return plain;
    }
    int dims = ropeDims == null ? headDim : ropeDims;
    if (dims > headDim) {
      throw new ConfigException(
          "inspect", "--rope-dims", dims, "must be at most the " + headDim + " channels of a head");
    }
    return plain.withRope(Rope.of(ropeBase, dims));
  }

  private InspectText ofModel(List<Path> paths) {
    if (paths.size() > 1) {
      throw new ConfigException(
          "inspect",
          "MODEL",
          paths,
          "must be one model, or files that end in .npy or .safetensors");
    }
    if (ropeBase != null || ropeDims != null || headsFirst) {
      throw new ConfigException(
          "inspect", "--rope-base", "given", "but a model knows its rotation; it is for files");
    }
    ModelFiles files =
        paths.isEmpty() ? ModelOption.builtIn() : ModelFiles.folder(paths.getFirst());
    try (Velox model = velox.open(files);
        Progress progress = new Progress(velox.streams(), "inspect", "tokens")) {
      List<EvalWindow> windows = texts.windows(model, files, velox.streams().in(), WINDOWS);
      KvSample sample = KvSample.capture(model, windows.getFirst().ids(), QUERIES);
      Optional<Suggestion> found = Optional.empty();
      if (suggest) {
        try (KvCaches caches = velox.caches()) {
          found = KlSuggestion.of(caches, model, sample, windows, CHUNK, progress::at);
        }
      }
      return new InspectText(sample, Inspection.of(sample), found);
    }
  }
}

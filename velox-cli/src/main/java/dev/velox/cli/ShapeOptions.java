package dev.velox.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The two ways to say which shape a plan is for. */
final class ShapeOptions {
  @Option(
      names = "--shape",
      required = true,
      paramLabel = "NAME",
      description = "A well-known model: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Names.class)
  private @Nullable String name;

  @ArgGroup(exclusive = false, multiplicity = "1")
  private @Nullable Numbers numbers;

  /** The names help lists. */
  static final class Names implements Iterable<String> {
    Names() {}

    @Override
    public java.util.Iterator<String> iterator() {
      return KnownShape.names().iterator();
    }
  }

  /** A shape in numbers. */
  static final class Numbers {
    @Option(names = "--layers", required = true, paramLabel = "N", description = "Layers.")
    private int layers;

    @Option(
        names = "--kv-heads",
        required = true,
        paramLabel = "N",
        description = "Key/value heads a layer.")
    private int kvHeads;

    @Option(
        names = "--query-heads",
        paramLabel = "N",
        description = "Query heads a layer, a multiple of --kv-heads. Default: as many.")
    private @Nullable Integer queryHeads;

    @Option(
        names = "--head-dim",
        required = true,
        paramLabel = "N",
        description = "Channels a head.")
    private int headDim;

    KnownShape shape() {
      return KnownShape.own(layers, kvHeads, queryHeads == null ? kvHeads : queryHeads, headDim);
    }
  }

  KnownShape shape() {
    return numbers != null ? numbers.shape() : KnownShape.named(String.valueOf(name));
  }
}

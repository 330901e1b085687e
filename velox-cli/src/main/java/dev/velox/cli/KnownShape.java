package dev.velox.cli;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import java.util.ArrayList;
import java.util.List;

/**
 * The attention shape of a well-known model, from its published configuration.
 *
 * @param name lower case, as in file names
 * @param layers attention layers
 * @param kvHeads key/value heads a layer
 * @param queryHeads query heads a layer
 * @param headDim channels a head
 * @param context tokens the model was made for
 * @param slidingWindow tokens a sliding layer sees; 0 where no layer slides
 * @param fullEvery every so many-th layer sees everything, the others slide
 */
record KnownShape(
    String name,
    int layers,
    int kvHeads,
    int queryHeads,
    int headDim,
    int context,
    int slidingWindow,
    int fullEvery) {

  private static final String OWN = "given";

  private static final List<KnownShape> ALL =
      List.of(
          full("velox-tiny", 6, 2, 4, 64, 1024),
          full("llama-2-7b", 32, 32, 32, 128, 4096),
          full("llama-2-13b", 40, 40, 40, 128, 4096),
          full("llama-2-70b", 80, 8, 64, 128, 4096),
          full("llama-3-8b", 32, 8, 32, 128, 8192),
          full("llama-3.1-8b", 32, 8, 32, 128, 131_072),
          full("llama-3.1-70b", 80, 8, 64, 128, 131_072),
          full("llama-3.1-405b", 126, 8, 128, 128, 131_072),
          full("llama-3.2-1b", 16, 8, 32, 64, 131_072),
          full("llama-3.2-3b", 28, 8, 24, 128, 131_072),
          full("qwen2.5-0.5b", 24, 2, 14, 64, 32_768),
          full("qwen2.5-1.5b", 28, 2, 12, 128, 32_768),
          full("qwen2.5-7b", 28, 4, 28, 128, 131_072),
          full("qwen2.5-14b", 48, 8, 40, 128, 131_072),
          full("qwen2.5-32b", 64, 8, 40, 128, 131_072),
          full("qwen2.5-72b", 80, 8, 64, 128, 131_072),
          full("qwen3-4b", 36, 8, 32, 128, 40_960),
          full("qwen3-8b", 36, 8, 32, 128, 40_960),
          full("qwen3-32b", 64, 8, 64, 128, 40_960),
          full("mistral-7b", 32, 8, 32, 128, 32_768),
          full("mixtral-8x7b", 32, 8, 32, 128, 32_768),
          full("phi-3-mini", 32, 32, 32, 96, 4096),
          full("tinyllama-1.1b", 22, 4, 32, 64, 2048),
          full("gpt2", 12, 12, 12, 64, 1024),
          new KnownShape("gemma-2-2b", 26, 4, 8, 256, 8192, 4096, 2),
          new KnownShape("gemma-2-9b", 42, 8, 16, 256, 8192, 4096, 2),
          new KnownShape("gemma-3-12b", 48, 8, 16, 256, 131_072, 1024, 6));

  /** A shape of the user's own, whose context is not known. */
  static KnownShape own(int layers, int kvHeads, int queryHeads, int headDim) {
    return full(OWN, layers, kvHeads, queryHeads, headDim, 0);
  }

  private static KnownShape full(
      String name, int layers, int kvHeads, int queryHeads, int headDim, int context) {
    return new KnownShape(name, layers, kvHeads, queryHeads, headDim, context, 0, 1);
  }

  static List<String> names() {
    return ALL.stream().map(KnownShape::name).toList();
  }

  static KnownShape named(String name) {
    return ALL.stream()
        .filter(shape -> shape.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "plan",
                    "--shape",
                    name,
                    "must be one of " + names() + ", or give --layers, --kv-heads and --head-dim"));
  }

  KvShape shape(int capacity) {
    return new KvShape(layers, kvHeads, queryHeads, headDim, capacity);
  }

  /** What each layer's attention does, as far as bytes depend on it. */
  List<AttentionSpec> attention() {
    AttentionSpec plain = AttentionSpec.plain(headDim);
    AttentionSpec full = headDim < 2 ? plain : plain.withRope(Rope.of(10_000, headDim & -2));
    AttentionSpec sliding = full.withSlidingWindow(slidingWindow);
    List<AttentionSpec> all = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      all.add((layer + 1) % fullEvery == 0 ? full : sliding);
    }
    return all;
  }

  /** Bytes of the rows that queries can still see, as binary16. */
  long f16Bytes(long tokens) {
    long rows = 0;
    for (AttentionSpec layer : attention()) {
      rows += layer.slidingWindow() == 0 ? tokens : Math.min(tokens, layer.slidingWindow());
    }
    return rows * kvHeads * headDim * 2 * Short.BYTES;
  }
}

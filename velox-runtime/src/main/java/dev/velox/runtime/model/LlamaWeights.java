package dev.velox.runtime.model;

import dev.velox.api.FormatException;
import dev.velox.runtime.weights.WeightSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The weights of a Llama model, in place in the model file; only the norm vectors are copied. */
public final class LlamaWeights {

  /** The weights of one transformer block. */
  record Layer(
      float[] attentionNorm,
      WeightMatrix query,
      WeightMatrix key,
      WeightMatrix value,
      WeightMatrix output,
      float[] mlpNorm,
      WeightMatrix gate,
      WeightMatrix up,
      WeightMatrix down) {}

  private static final String BLOCK = "model.layers.";
  private static final String EMBEDDING = "model.embed_tokens.weight";

  private final WeightSource source;
  private final LlamaConfig config;
  private final WeightMatrix embedding;
  private final List<Layer> layers;
  private final float[] norm;
  private final WeightMatrix head;

  private LlamaWeights(
      WeightSource source,
      LlamaConfig config,
      WeightMatrix embedding,
      List<Layer> layers,
      float[] norm,
      WeightMatrix head) {
    this.source = source;
    this.config = config;
    this.embedding = embedding;
    this.layers = layers;
    this.norm = norm;
    this.head = head;
  }

  /**
   * Finds every weight the configuration asks for.
   *
   * @param config the model's numbers
   * @param source its tensors
   * @return the weights
   * @throws FormatException if a tensor is missing or has another shape, or if a block holds one
   *     that this architecture does not use
   */
  public static LlamaWeights load(LlamaConfig config, WeightSource source) {
    try {
      return loadAll(config, source);
    } catch (InternalError e) {
      throw unreadable(source.label(), e);
    }
  }

  private static LlamaWeights loadAll(LlamaConfig config, WeightSource source) {
    Set<String> used = new HashSet<>();
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < config.layers(); i++) {
      layers.add(new BlockLoader(config, source, BLOCK + i + ".", used).load());
    }
    refuseUnused(source, used);
    WeightMatrix embedding =
        WeightMatrix.load(source, EMBEDDING, config.vocabulary(), config.hidden());
    WeightMatrix head =
        config.tied()
            ? embedding
            : WeightMatrix.load(source, "lm_head.weight", config.vocabulary(), config.hidden());
    float[] norm = source.require("model.norm.weight", config.hidden()).toFloats();
    return new LlamaWeights(source, config, embedding, layers, norm, head);
  }

  private record BlockLoader(
      LlamaConfig config, WeightSource source, String prefix, Set<String> used) {

    Layer load() {
      int hidden = config.hidden();
      int queries = config.queryHeads() * config.headDim();
      int keys = config.kvHeads() * config.headDim();
      int mlp = config.intermediate();
      return new Layer(
          norm("input_layernorm"),
          matrix("self_attn.q_proj", queries, hidden),
          matrix("self_attn.k_proj", keys, hidden),
          matrix("self_attn.v_proj", keys, hidden),
          matrix("self_attn.o_proj", hidden, queries),
          norm("post_attention_layernorm"),
          matrix("mlp.gate_proj", mlp, hidden),
          matrix("mlp.up_proj", mlp, hidden),
          matrix("mlp.down_proj", hidden, mlp));
    }

    private float[] norm(String name) {
      return source.require(used(name), config.hidden()).toFloats();
    }

    private WeightMatrix matrix(String name, int rows, int columns) {
      return WeightMatrix.load(source, used(name), rows, columns);
    }

    private String used(String name) {
      String full = prefix + name + ".weight";
      used.add(full);
      return full;
    }
  }

  /**
   * A bias or a further norm would be silently left out; a stored table of rotary frequencies is no
   * weight.
   */
  private static void refuseUnused(WeightSource source, Set<String> used) {
    for (String name : source.names()) {
      if (name.startsWith(BLOCK) && !used.contains(name) && !name.endsWith(".inv_freq")) {
        throw new FormatException(
            source.label(),
            -1,
            "tensor " + name,
            "present",
            "must be absent, the configuration does not ask for it");
      }
    }
  }

  /** Looks whether the files are still whole, before their pages are read. */
  void check() {
    source.check();
  }

  /**
   * What the JVM throws where a mapped page is gone, because the file was cut or its disk failed.
   */
  FormatException unreadable(InternalError e) {
    return unreadable(source.label(), e);
  }

  private static FormatException unreadable(String label, InternalError e) {
    return new FormatException(
        label,
        -1,
        "weights",
        "cut or unreadable while in use",
        "must stay as they were while the model is open",
        e);
  }

  /**
   * The model's numbers.
   *
   * @return the configuration these weights belong to
   */
  public LlamaConfig config() {
    return config;
  }

  WeightMatrix embedding() {
    return embedding;
  }

  Layer layer(int index) {
    return layers.get(index);
  }

  float[] norm() {
    return norm;
  }

  WeightMatrix head() {
    return head;
  }
}

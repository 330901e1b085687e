package dev.velox.runtime.model;

import dev.velox.runtime.json.JsonFields;
import dev.velox.runtime.weights.ModelFiles;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads {@code config.json} and, where there is one, {@code generation_config.json}. What this
 * runtime does not compute is refused by name and value, never ignored.
 */
public final class LlamaConfigReader {
  /** The configuration file of a model. */
  public static final String CONFIG = "config.json";

  private static final String GENERATION = "generation_config.json";
  private static final int FILE_LIMIT = 4 << 20;
  private static final int MOST_LAYERS = 4096;
  private static final int MOST_HEADS = 1 << 12;
  private static final int MOST_CHANNELS = 1 << 20;
  private static final int MOST_TOKENS = 1 << 24;
  private static final int MOST_POSITIONS = 1 << 30;

  private LlamaConfigReader() {}

  /**
   * Reads the configuration of a model.
   *
   * @param files the model
   * @return its numbers
   * @throws dev.velox.api.FormatException if a field is missing, out of range or not supported
   */
  public static LlamaConfig read(ModelFiles files) {
    JsonFields c = JsonFields.parse(files.label(CONFIG), files.read(CONFIG, FILE_LIMIT));
    refuseWhatIsNotComputed(c);
    int hidden = c.integer("hidden_size", 1, MOST_CHANNELS);
    int queryHeads = c.integer("num_attention_heads", 1, MOST_HEADS);
    int kvHeads = c.integer("num_key_value_heads", 1, MOST_HEADS, queryHeads);
    if (queryHeads % kvHeads != 0) {
      throw c.fault(
          "num_key_value_heads", kvHeads, "must divide num_attention_heads " + queryHeads);
    }
    if (!c.has("head_dim") && hidden % queryHeads != 0) {
      throw c.fault(
          "num_attention_heads", queryHeads, "must divide hidden_size, or head_dim be given");
    }
    int headDim = c.integer("head_dim", 2, 1 << 16, hidden / queryHeads);
    if (headDim % 2 != 0) {
      throw c.fault("head_dim", headDim, "must be even for rotary embedding");
    }
    int vocabulary = c.integer("vocab_size", 1, MOST_TOKENS);
    int context = c.integer("max_position_embeddings", 1, MOST_POSITIONS);
    return new LlamaConfig(
        c.integer("num_hidden_layers", 1, MOST_LAYERS),
        hidden,
        c.integer("intermediate_size", 1, MOST_CHANNELS),
        queryHeads,
        kvHeads,
        headDim,
        vocabulary,
        context,
        (float) c.positive("rms_norm_eps", 1e-6),
        RopeConfig.read(c, headDim, context),
        c.flag("tie_word_embeddings", false),
        startToken(c, vocabulary),
        endTokens(c, files, vocabulary));
  }

  private static void refuseWhatIsNotComputed(JsonFields c) {
    String type = c.text("model_type");
    if (!type.equals("llama")) {
      throw c.fault("model_type", type, "must be llama, the only architecture supported so far");
    }
    if (c.has("architectures") && !c.shown("architectures").equals("[\"LlamaForCausalLM\"]")) {
      throw c.fault("architectures", c.shown("architectures"), "must be [\"LlamaForCausalLM\"]");
    }
    String activation = c.text("hidden_act", "silu");
    if (!activation.equals("silu")) {
      throw c.fault("hidden_act", activation, "must be silu");
    }
    for (String bias : List.of("attention_bias", "mlp_bias")) {
      if (c.flag(bias, false)) {
        throw c.fault(bias, true, "must be false, biases are not supported");
      }
    }
    for (String other : List.of("quantization_config", "sliding_window")) {
      if (c.has(other)) {
        throw c.fault(other, c.shown(other), "must be absent or null");
      }
    }
  }

  private static OptionalInt startToken(JsonFields c, int vocabulary) {
    List<Integer> ids = c.integers("bos_token_id", 0, vocabulary - 1);
    return ids.isEmpty() ? OptionalInt.empty() : OptionalInt.of(ids.getFirst());
  }

  private static List<Integer> endTokens(JsonFields c, ModelFiles files, int vocabulary) {
    Set<Integer> ends = new LinkedHashSet<>(c.integers("eos_token_id", 0, vocabulary - 1));
    if (files.has(GENERATION)) {
      JsonFields g = JsonFields.parse(files.label(GENERATION), files.read(GENERATION, FILE_LIMIT));
      ends.addAll(g.integers("eos_token_id", 0, vocabulary - 1));
    }
    return List.copyOf(ends);
  }
}

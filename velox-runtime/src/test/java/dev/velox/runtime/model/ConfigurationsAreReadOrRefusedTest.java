package dev.velox.runtime.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.FormatException;
import dev.velox.api.Rope;
import dev.velox.runtime.weights.SafetensorsBytes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every number of a configuration is used, and what the runtime does not compute is refused by name
 * and value.
 */
class ConfigurationsAreReadOrRefusedTest {

  private static LlamaConfig read(String config) {
    return read(config, Map.of());
  }

  private static LlamaConfig read(String config, Map<String, String> others) {
    Map<String, byte[]> files = new HashMap<>();
    files.put("config.json", config.getBytes(StandardCharsets.UTF_8));
    others.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
    return LlamaConfigReader.read(SafetensorsBytes.model(files));
  }

  private static String tied() {
    return TestModels.text(TestModels.TIED, "config.json");
  }

  /** The tied fixture with one field replaced, or added where it is not there. */
  private static String with(String field, String value) {
    String config =
        tied()
            .replaceFirst(
                "\"" + field + "\": [^,\\n]*(,?)",
                "\"" + field + "\": " + value.replace("\\", "\\\\").replace("$", "\\$") + "$1");
    return config.contains("\"" + field + "\"")
        ? config
        : config.replaceFirst("\\{", "{\"" + field + "\": " + value + ",");
  }

  private static FormatException refused(String config) {
    return assertThrows(FormatException.class, () -> read(config));
  }

  @Test
  void theTiedFixture() {
    LlamaConfig c = LlamaConfigReader.read(TestModels.files(TestModels.TIED));
    assertEquals(
        new LlamaConfig(
            2,
            64,
            96,
            4,
            2,
            16,
            384,
            256,
            1e-5f,
            new Rotation(Rope.of(10000, 16), 1),
            true,
            OptionalInt.of(0),
            List.of(0)),
        c);
    assertEquals(0.25f, c.attention().scale());
    assertEquals(c.rotation().rope(), c.attention().rope().orElseThrow());
  }

  @Test
  void theShardedFixture() {
    LlamaConfig c = LlamaConfigReader.read(TestModels.files(TestModels.SHARDED));
    assertEquals(32, c.headDim());
    assertEquals(1, c.kvHeads());
    assertEquals(List.of(380, 383), c.endTokens());
    assertEquals(Rope.of(500000, 32).llama3(8, 1, 4, 64), c.rotation().rope(), "Llama 3.1 bands");
  }

  @Test
  void absentFieldsHaveTheirPublishedMeaning() {
    LlamaConfig c =
        read(
            """
            {"model_type":"llama","vocab_size":9,"hidden_size":8,"intermediate_size":3,
             "num_hidden_layers":1,"num_attention_heads":2,"max_position_embeddings":5}""");
    assertEquals(2, c.kvHeads());
    assertEquals(4, c.headDim());
    assertEquals(1e-6f, c.normEpsilon());
    assertEquals(Rope.of(10000, 4), c.rotation().rope());
    assertEquals(false, c.tied());
    assertTrue(c.startToken().isEmpty());
    assertTrue(c.endTokens().isEmpty());
  }

  @Test
  void endTokensOfTheGenerationFileAreAdded() {
    LlamaConfig c = read(tied(), Map.of("generation_config.json", "{\"eos_token_id\":[5,0,7]}"));
    assertEquals(List.of(0, 5, 7), List.copyOf(c.endTokens()));
  }

  @Test
  void scalingsOfRotaryEmbedding() {
    assertEquals(
        Rope.of(10000, 16).linear(4),
        read(with("rope_scaling", "{\"type\":\"linear\",\"factor\":4.0}")).rotation().rope());
    Rotation yarn =
        read(with(
                "rope_scaling",
                "{\"rope_type\":\"yarn\",\"factor\":4.0,"
                    + "\"original_max_position_embeddings\":64}"))
            .rotation();
    assertEquals(Rope.of(10000, 16).yarn(10000, 4, 64, 32, 1), yarn.rope());
    assertEquals(0.1 * Math.log(4) + 1, yarn.factor(), 1e-6);
    Rotation given =
        read(with(
                "rope_scaling",
                "{\"rope_type\":\"yarn\",\"factor\":4.0,\"attention_factor\":1.5,"
                    + "\"beta_fast\":16,\"beta_slow\":2}"))
            .rotation();
    assertEquals(Rope.of(10000, 16).yarn(10000, 4, 256, 16, 2), given.rope());
    assertEquals(1.5f, given.factor());
    String newer = with("rope_parameters", "{\"rope_theta\":7000,\"rope_type\":\"default\"}");
    assertEquals(Rope.of(7000, 16), read(newer).rotation().rope());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "model_type                | \"mistral\"             | must be llama",
        "model_type                | 7                       | must be a text",
        "hidden_act                | \"gelu\"                | must be silu",
        "attention_bias            | true                    | must be false",
        "mlp_bias                  | true                    | must be false",
        "attention_bias            | \"yes\"                 | must be true or false",
        "quantization_config       | {\"bits\":4}            | must be absent",
        "sliding_window            | 16                      | must be absent",
        "hidden_size               | 0                       | must be 1 to",
        "hidden_size               | -64                     | must be 1 to",
        "hidden_size               | 64.5                    | must be a whole number",
        "hidden_size               | 9223372036854775807     | must be a whole number",
        "num_hidden_layers         | 0                       | must be 1 to",
        "num_hidden_layers         | 5000                    | must be 1 to 4096",
        "num_hidden_layers         | null                    | must be a whole number",
        "num_key_value_heads       | 3                       | must divide num_attention_heads 4",
        "num_attention_heads       | 6                       | must divide hidden_size",
        "head_dim                  | 15                      | must be even",
        "rms_norm_eps              | 0                       | must be a finite number above 0",
        "rms_norm_eps              | \"small\"               | must be a finite number above 0",
        "rope_theta                | -1                      | must be a finite number above 0",
        "partial_rotary_factor     | 0.5                     | must be 1",
        "eos_token_id              | 384                     | must be 0 to 383",
        "bos_token_id              | -1                      | must be 0 to 383",
        "rope_scaling.rope_type    | {\"rope_type\":\"dynamic\",\"factor\":2} | must be one of",
        "rope_scaling.type         | {\"factor\":2}          | must be one of",
        "rope_scaling.factor       | {\"type\":\"linear\"}   | must be a finite number above 0",
        "rope_scaling.truncate     | {\"type\":\"yarn\",\"factor\":2,\"truncate\":false} | must be",
        "rope_scaling              | [1]                     | must be a JSON object",
      })
  void refusals(String field, String value, String rule) {
    FormatException e = refused(with(field.replaceFirst("\\..*", ""), value));
    assertEquals(field, e.field());
    assertTrue(e.allowed().startsWith(rule), e.getMessage());
    assertEquals("test/config.json", e.file());
  }

  @Test
  void otherArchitecturesAreRefused() {
    FormatException e = refused(tied().replace("LlamaForCausalLM", "MistralForCausalLM"));
    assertEquals("architectures", e.field());
    assertTrue(e.found().contains("MistralForCausalLM"), e.getMessage());
  }

  @Test
  void brokenJsonIsRefused() {
    refused("{");
    refused("[]");
    refused("");
    refused("{} {}");
    refused(tied().replaceFirst("\\{", "{\"vocab_size\": 3,"));
    refused("{\"a\":".repeat(200) + "1" + "}".repeat(200));
  }
}

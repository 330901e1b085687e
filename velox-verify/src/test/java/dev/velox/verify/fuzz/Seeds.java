package dev.velox.verify.fuzz;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Rope;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where each target's inputs begin: legal ones of every kind, and all that ever failed. */
final class Seeds {
  /** Inputs found by long runs lie here, a folder a target. */
  private static final Path CORPUS = Path.of("src/test/resources/fuzz");

  private static final int DIM = 32;
  private static final Path SNAPSHOTS = Path.of("src/test/resources/snapshots");

  /** Tensors of every type. */
  static final byte[] SMALL_WEIGHTS =
      safetensors(
          """
          {"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},\
          "b":{"dtype":"F16","shape":[4],"data_offsets":[16,24]},\
          "c":{"dtype":"BF16","shape":[],"data_offsets":[24,26]},\
          "d":{"dtype":"I64","shape":[1],"data_offsets":[26,34]},\
          "e":{"dtype":"U8","shape":[0,3],"data_offsets":[34,34]}}""",
          34);

  private Seeds() {}

  /** Legal inputs and the corpus. */
  static List<byte[]> of(Target target) {
    List<byte[]> seeds = new ArrayList<>(legal(target));
    seeds.addAll(folder(CORPUS.resolve(target.name().toLowerCase(Locale.ROOT))));
    return seeds;
  }

  private static List<byte[]> legal(Target target) {
    return switch (target) {
      case SAFETENSORS -> List.of(SMALL_WEIGHTS, safetensors("{}", 0));
      case INDEX ->
          texts(
              "{\"metadata\":{},\"weight_map\":{\"a\":\"a.safetensors\",\"b\":\"a.safetensors\"}}");
      case CONFIG -> texts(CONFIG, CONFIG.replace("\"rope_theta\"", SCALING + "\"rope_theta\""));
      case TOKENIZER -> texts(TOKENIZER);
      case SPEC ->
          texts(
              "f16",
              "kivi:bits=2",
              "keys=kvquant:bits=3,outlier-fraction=0.01;values=turbo:bits=3;window=64;sinks=4",
              "skvq:bits=1.5;center=off;exact=f32;precision=fast",
              "uniform:bits=4;layers[0,1]=f16;layers[1]=turbo-ip");
      case SNAPSHOT -> snapshots();
    };
  }

  /** Of every method: empty, before its first block, and with codes, trimmed. */
  private static List<byte[]> snapshots() {
    List<byte[]> all = new ArrayList<>(folder(SNAPSHOTS));
    Methods methods = Methods.installed();
    AttentionSpec attention = AttentionSpec.plain(DIM).withRope(Rope.of(10_000, DIM));
    for (String id : methods.ids()) {
      try (KvCaches caches = KvCaches.of(methods, Ledger.unlimited());
          KvCache cache =
              caches.open(
                  new KvShape(1, 1, 2, DIM, 1024),
                  CacheSpec.parse(id + ";sinks=2;window=5"),
                  attention)) {
        all.add(saved(cache));
        append(cache, 40);
        all.add(saved(cache));
        while (cache.layer(0).frontier() < 64) {
          append(cache, 50);
        }
        cache.trim(cache.length() - 20);
        all.add(saved(cache));
      }
    }
    return all;
  }

  /** Small inputs that ask for the largest tables there may be; each takes a while. */
  static List<byte[]> greedy(Target target) {
    List<byte[]> all = new ArrayList<>();
    if (target != Target.SNAPSHOT) {
      return all;
    }
    for (int[] dimAndCapacity :
        new int[][] {{2, Integer.MAX_VALUE}, {8, 1 << 29}, {2048, 1 << 21}}) {
      int dim = dimAndCapacity[0];
      AttentionSpec attention = AttentionSpec.plain(dim).withRope(Rope.of(1, dim));
      try (KvCaches caches = KvCaches.create();
          KvCache cache =
              caches.open(
                  new KvShape(1, 1, 1, dim, dimAndCapacity[1]),
                  CacheSpec.parse("uniform:bits=2"),
                  attention)) {
        all.add(saved(cache));
      }
    }
    return all;
  }

  private static void append(KvCache cache, int tokens) {
    float[] rows = new float[tokens * DIM];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (i * 7919 % 1000) / 500f - 1;
    }
    cache.layer(0).append(rows, 0, rows, 0, tokens);
  }

  private static byte[] saved(KvCache cache) {
    try {
      Path file = Files.createTempFile("seed", ".vlx");
      try {
        cache.snapshot(file);
        return Files.readAllBytes(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> folder(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<byte[]> all = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.add(Files.readAllBytes(file));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> texts(String... texts) {
    return Stream.of(texts).map(t -> t.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static byte[] safetensors(String header, int data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length + data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(text.length)
        .put(text)
        .array();
  }

  private static final String SCALING =
      "\"rope_scaling\":{\"rope_type\":\"llama3\",\"factor\":8.0,\"low_freq_factor\":1.0,"
          + "\"high_freq_factor\":4.0,\"original_max_position_embeddings\":8192},";

  private static final String CONFIG =
      """
      {"architectures":["LlamaForCausalLM"],"model_type":"llama","hidden_size":64,"head_dim":16,\
      "num_attention_heads":4,"num_key_value_heads":2,"num_hidden_layers":2,"intermediate_size":128,\
      "vocab_size":64,"max_position_embeddings":1024,"rms_norm_eps":1e-5,"rope_theta":10000.0,\
      "tie_word_embeddings":true,"bos_token_id":1,"eos_token_id":[2,3],"hidden_act":"silu",\
      "attention_bias":false,"torch_dtype":"bfloat16"}""";

  private static final String TOKENIZER =
      """
      {"version":"1.0","truncation":null,"padding":null,"added_tokens":[{"id":0,"content":"<s>",\
      "single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}],\
      "normalizer":null,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,\
      "trim_offsets":true,"use_regex":true},"post_processor":null,"decoder":{"type":"ByteLevel",\
      "add_prefix_space":true,"trim_offsets":true,"use_regex":true},"model":{"type":"BPE",\
      "dropout":null,"unk_token":null,"continuing_subword_prefix":null,"end_of_word_suffix":null,\
      "fuse_unk":false,"byte_fallback":false,"ignore_merges":false,"vocab":{"<s>":0,"t":1,"h":2,\
      "e":3,"c":4,"a":5,"\u0120":6,"th":7,"the":8,"at":9,"cat":10},"merges":["t h","th e","a t",\
      "c at"]}}""";
}

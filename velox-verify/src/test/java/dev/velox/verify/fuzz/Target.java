package dev.velox.verify.fuzz;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import dev.velox.runtime.model.LlamaConfigReader;
import dev.velox.runtime.text.TextTokenizer;
import dev.velox.runtime.weights.SafetensorsFile;
import dev.velox.runtime.weights.Tensor;
import dev.velox.runtime.weights.WeightSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/** A reader under attack: each takes bytes and may only throw typed errors. */
public enum Target {
  /** One safetensors file: header, ranges, first and last number of every tensor. */
  SAFETENSORS {
    @Override
    void read(byte[] input) {
      SafetensorsFile file = SafetensorsFile.parse("fuzz", MemorySegment.ofArray(input));
      for (String name : file.names()) {
        Tensor tensor = file.find(name).orElseThrow();
        if (tensor.elements() > 0 && tensor.type().isWeight()) {
          tensor.get(0);
          tensor.get(tensor.elements() - 1);
        }
      }
    }
  },
  /** The index of a model whose weights lie in several files. */
  INDEX {
    @Override
    void read(byte[] input) {
      WeightSource.open(
              new MemoryFiles()
                  .with(WeightSource.INDEX, input)
                  .with("a.safetensors", Seeds.SMALL_WEIGHTS))
          .close();
    }
  },
  /** A model's configuration. */
  CONFIG {
    @Override
    void read(byte[] input) {
      LlamaConfigReader.read(new MemoryFiles().with(LlamaConfigReader.CONFIG, input));
    }
  },
  /** A model's tokenizer, which is then used. */
  TOKENIZER {
    @Override
    void read(byte[] input) {
      MemoryFiles files = new MemoryFiles().with(TextTokenizer.FILE, input);
      try (TextTokenizer tokenizer = TextTokenizer.open(files, 64)) {
        tokenizer.decode(tokenizer.encode("the cat", true));
      }
    }
  },
  /** A cache's spec, which is then resolved. */
  SPEC {
    private final Methods methods = Methods.installed();

    @Override
    void read(byte[] input) {
      String text = new String(input, StandardCharsets.UTF_8);
      CacheSpec spec = CacheSpec.parse(text);
      CacheSpec again = CacheSpec.parse(spec.toString());
      if (!again.equals(spec)) {
        throw new AssertionError(spec + " reads back as " + again);
      }
      MethodSpec.parse(spec.methods(0).of(Role.KEYS).toString());
      KvShape shape = new KvShape(2, 1, 2, 64, 512);
      AttentionSpec plain = AttentionSpec.plain(64);
      try (KvCaches caches = KvCaches.of(methods, Ledger.unlimited())) {
        CacheSpec effective = caches.effective(shape, spec, Collections.nCopies(2, plain));
        caches.plan(shape, effective, Collections.nCopies(2, plain), 512);
      }
    }
  },
  /** A snapshot, whose checksums hold again after it was changed; if it opens, it is used. */
  SNAPSHOT {
    private final Methods methods = Methods.installed();

    @Override
    void read(byte[] input) {
      Ledger ledger = Ledger.withBudget(64 << 20);
      try (KvCaches caches = KvCaches.of(methods, ledger)) {
        try (KvCache cache = restored(caches, SnapshotRepair.repaired(input))) {
          use(cache);
        }
      } finally {
        if (ledger.report().charged().resident() != 0) {
          throw new AssertionError(ledger.report() + " is still held");
        }
      }
    }

    private KvCache restored(KvCaches caches, byte[] bytes) {
      try {
        Path file = Files.createTempFile("fuzz", ".vlx");
        try {
          Files.write(file, bytes);
          return caches.restore(file);
        } finally {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void use(KvCache cache) {
      KvShape shape = cache.shape();
      long scratch = 16L * shape.groupSize() * shape.capacity() + 4096L * shape.headDim();
      if (scratch > 1 << 22 || shape.layers() > 8) {
        return;
      }
      float[] q = new float[shape.queryHeads() * shape.headDim()];
      try (Scratch reader = cache.newScratch(Workers.single())) {
        for (int l = 0; l < shape.layers(); l++) {
          cache.layer(l).attend(0, shape.queryHeads(), q, 0, q.clone(), 0, reader);
        }
        int rows = Math.min(70, shape.capacity() - cache.length());
        float[] more = new float[rows * shape.rowFloats()];
        for (int l = 0; l < shape.layers(); l++) {
          cache.layer(l).append(more, 0, more, 0, rows);
        }
        if (cache.canTrim(1)) {
          cache.trim(1);
        }
      }
    }
  };

  /** Reads an input. */
  abstract void read(byte[] input);
}

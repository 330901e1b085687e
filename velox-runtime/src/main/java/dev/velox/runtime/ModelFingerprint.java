package dev.velox.runtime;

import dev.velox.runtime.model.LlamaConfig;
import dev.velox.runtime.weights.Tensor;
import dev.velox.runtime.weights.WeightSource;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What tells one model from another: a SHA-256 over its numbers, the names, types and shapes of its
 * tensors, and a sample of the elements of each. Reads little of a large model.
 */
final class ModelFingerprint {
  /** Tensors up to this size are read whole. */
  private static final int WHOLE = 1 << 16;

  private static final int SAMPLES = 64;
  private static final int SAMPLE_BYTES = 1 << 10;

  private final LlamaConfig config;
  private final WeightSource source;
  private byte @Nullable [] bytes;

  ModelFingerprint(LlamaConfig config, WeightSource source) {
    this.config = config;
    this.source = source;
  }

  /** The fingerprint, taken on first use, while the model is open. */
  synchronized byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      known = take();
      bytes = known;
    }
    return known.clone();
  }

  private byte[] take() {
    MessageDigest digest = sha256();
    text(digest, "layers " + config.layers() + " context " + config.context());
    text(digest, "epsilon " + config.normEpsilon() + " tied " + config.tied());
    text(digest, "heads " + config.queryHeads() + " " + config.kvHeads() + " " + config.headDim());
    byte[] buffer = new byte[WHOLE];
    for (String name : new TreeSet<>(source.names())) {
      Tensor tensor = source.find(name).orElseThrow();
      text(digest, name + " " + tensor.type() + " " + tensor.shape());
      MemorySegment data = tensor.data();
      if (data.byteSize() <= WHOLE) {
        sample(digest, data, 0, (int) data.byteSize(), buffer);
        continue;
      }
      long last = data.byteSize() - SAMPLE_BYTES;
      for (int i = 0; i < SAMPLES; i++) {
        sample(digest, data, last / (SAMPLES - 1) * i, SAMPLE_BYTES, buffer);
      }
    }
    return digest.digest();
  }

  private static void sample(
      MessageDigest digest, MemorySegment data, long at, int count, byte[] buffer) {
    MemorySegment.copy(data, ValueLayout.JAVA_BYTE, at, buffer, 0, count);
    digest.update(buffer, 0, count);
  }

  private static void text(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

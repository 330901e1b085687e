package dev.velox.verify.readme;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;

/** The integration the README shows: prefill, then decode, one layer after the other. */
final class OwnEngine {
  /** What an engine computes itself. */
  interface Model {
    /** Fills q, k and v of tokens from a position on; queries and keys come rotated. */
    void project(int layer, int position, int tokens, float[] q, float[] k, float[] v);

    /** Takes the attention of those tokens back. */
    void finish(int layer, int position, int tokens, float[] attention);
  }

  static String run(Model model, KvShape shape, int prompt, int newTokens) {
    // readme: begin
    int heads = shape.queryHeads();
    AttentionSpec attention =
        AttentionSpec.plain(shape.headDim()).withRope(Rope.of(500_000, shape.headDim()));
    try (KvCaches caches = KvCaches.create();
        KvCache cache = caches.open(shape, CacheSpec.parse("kivi:bits=4"), attention);
        Scratch scratch = cache.newScratch(Workers.single())) {
      float[] q = new float[prompt * heads * shape.headDim()];
      float[] k = new float[prompt * shape.rowFloats()];
      float[] v = new float[prompt * shape.rowFloats()];
      float[] out = new float[q.length];
      for (int layer = 0; layer < shape.layers(); layer++) { // prefill, in one call or in chunks
        model.project(layer, 0, prompt, q, k, v);
        cache.layer(layer).extend(k, 0, v, 0, q, 0, prompt, out, 0, scratch);
        model.finish(layer, 0, prompt, out);
      }
      for (int position = prompt; position < prompt + newTokens; position++) {
        for (int layer = 0; layer < shape.layers(); layer++) { // decode, token by token
          model.project(layer, position, 1, q, k, v);
          cache.layer(layer).append(k, 0, v, 0, 1);
          cache.layer(layer).attend(0, heads, q, 0, out, 0, scratch);
          model.finish(layer, position, 1, out);
        }
      }
      long bytes = cache.bytes().resident();
      return cache.effective() + ": " + bytes + " of " + shape.f16Bytes(cache.length()) + " bytes";
    }
    // readme: end
  }

  private OwnEngine() {}
}

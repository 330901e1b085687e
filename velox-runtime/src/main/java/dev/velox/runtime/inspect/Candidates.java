package dev.velox.runtime.inspect;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.cache.BitPick;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.List;

/** The caches of about four coded bits that a suggestion chooses among. */
final class Candidates {
  private static final List<String> OTHERS =
      List.of(
          "keys=kivi:bits=4,group-size=64;values=skvq:bits=3,group-size=32,metadata=f8,channel-scale=true",
          "keys=turbo:bits=4;values=turbo:bits=3,outlier-channels=16",
          "turbo:bits=3,outlier-channels=32",
          "turbo:bits=3,channel-scale=true",
          "kivi:bits=3",
          "skvq:bits=3,group-size=16,metadata=f8",
          "skvq:bits=3,group-size=16,metadata=f8,channel-scale=true",
          "kvquant:bits=3");

  private Candidates() {}

  /** The usual cache first, then the others that can be opened here; none without the usual one. */
  static List<CacheSpec> of(KvCaches caches, KvShape shape, AttentionSpec attention) {
    List<CacheSpec> found = new ArrayList<>();
    found.add(BitPick.FOUR.cache(shape.headDim()));
    OTHERS.forEach(text -> found.add(CacheSpec.parse(text)));
    KvShape one =
        new KvShape(1, shape.kvHeads(), shape.queryHeads(), shape.headDim(), shape.capacity());
    CacheSpec usual = found.getFirst();
    found.removeIf(spec -> refused(caches, one, spec, attention));
    return found.contains(usual) ? found : List.of();
  }

  private static boolean refused(
      KvCaches caches, KvShape shape, CacheSpec spec, AttentionSpec attention) {
    try {
      return !caches.effective(shape, spec, List.of(attention)).overrides().isEmpty();
    } catch (ConfigException e) {
      return true;
    }
  }
}

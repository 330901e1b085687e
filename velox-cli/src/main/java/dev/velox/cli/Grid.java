package dev.velox.cli;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import dev.velox.cache.KvQuantizer;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.inspect.CodingLoss;
import java.util.ArrayList;
import java.util.List;

/** Every installed method that has a width, at 2, 3 and 4 bits, on the same rows. */
final class Grid {
  /** The widths compared. */
  static final List<Integer> WIDTHS = List.of(2, 3, 4);

  private Grid() {}

  /**
   * One cache of the grid.
   *
   * @param method its id
   * @param bits bits of a code
   * @param spec the cache
   */
  record Cell(String method, int bits, CacheSpec spec) {
    @Override
    public String toString() {
      return method + ":bits=" + bits;
    }
  }

  /**
   * What codes of a cache lose.
   *
   * @param codedBits a number, side data included
   * @param losses one a layer
   */
  record Coded(double codedBits, List<CodingLoss> losses) {
    CodingLoss mean() {
      return CodingLoss.mean(losses);
    }
  }

  /** The caches that can be opened for such rows, method by method. */
  static List<Cell> of(KvCaches caches, KvSample sample) {
    KvShape all = sample.shape();
    KvShape one = new KvShape(1, all.kvHeads(), all.queryHeads(), all.headDim(), all.capacity());
    List<Cell> cells = new ArrayList<>();
    for (String id : caches.methods().ids()) {
      for (int bits : WIDTHS) {
        Cell cell = new Cell(id, bits, CacheSpec.parse(id + ":bits=" + bits));
        if (opens(caches, one, cell.spec(), sample.attention())) {
          cells.add(cell);
        }
      }
    }
    return cells;
  }

  private static boolean opens(
      KvCaches caches, KvShape shape, CacheSpec spec, AttentionSpec attention) {
    try {
      return caches.effective(shape, spec, List.of(attention)).overrides().isEmpty();
    } catch (ConfigException e) {
      return false;
    }
  }

  /** Codes a sample with one cache. */
  static Coded coded(KvCaches caches, CacheSpec spec, KvSample sample) {
    try (KvQuantizer quantizer =
        caches.quantizer(sample.shape().headDim(), spec, sample.attention())) {
      return new Coded(quantizer.averageBits(), CodingLoss.of(caches, spec, sample));
    }
  }
}

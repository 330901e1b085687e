package dev.velox.api;

/**
 * The shape of one sequence's cache. Query head h reads kv head {@code h / groupSize()}.
 *
 * @param layers attention layers, at least 1
 * @param kvHeads key/value heads a layer, at least 1
 * @param queryHeads query heads a layer, a multiple of {@code kvHeads}
 * @param headDim channels a head, 1 to 65,536
 * @param capacity tokens the cache may hold, at least 1
 */
public record KvShape(int layers, int kvHeads, int queryHeads, int headDim, int capacity) {

  /** Checks each number and that query heads divide over kv heads. */
  public KvShape {
    atLeastOne("layers", layers);
    atLeastOne("kv-heads", kvHeads);
    atLeastOne("query-heads", queryHeads);
    atLeastOne("head-dim", headDim);
    atLeastOne("capacity", capacity);
    if (headDim > 65_536) {
      throw new ConfigException("shape", "head-dim", headDim, "must be at most 65536");
    }
    if (queryHeads % kvHeads != 0) {
      throw new ConfigException(
          "shape", "query-heads", queryHeads, "must be a multiple of kv-heads " + kvHeads);
    }
    if ((long) kvHeads * headDim > 1 << 24) {
      throw new ConfigException(
          "shape", "kv-heads x head-dim", (long) kvHeads * headDim, "must be at most 16777216");
    }
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new ConfigException("shape", name, value, "must be at least 1");
    }
  }

  /**
   * Query heads that read one kv head.
   *
   * @return {@code queryHeads / kvHeads}
   */
  public int groupSize() {
    return queryHeads / kvHeads;
  }

  /**
   * Floats of one token's keys (or values) in one layer.
   *
   * @return {@code kvHeads * headDim}
   */
  public int rowFloats() {
    return kvHeads * headDim;
  }

  /**
   * Bytes the same tokens would take as binary16 in all layers, keys and values: the denominator of
   * every ratio.
   *
   * @param tokens tokens held
   * @return {@code 4 * layers * kvHeads * headDim * tokens}
   */
  public long f16Bytes(long tokens) {
    return 4L * layers * rowFloats() * tokens;
  }
}

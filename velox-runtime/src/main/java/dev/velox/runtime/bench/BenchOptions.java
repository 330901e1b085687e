package dev.velox.runtime.bench;

import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.spi.KvTrack;

/**
 * Shape and effort of a benchmark.
 *
 * @param headDim channels a head, even
 * @param tokens tokens a head, at least one block of 64
 * @param groupSize query heads that read one kv head, 1 to 8
 * @param samples samples of every arm, at least 15
 * @param warmUpSeconds least time an arm runs before it is sampled
 * @param workingSet bytes an arm goes through in one sample, so that none of them waits in a cache
 * @param seed of rows and queries
 */
public record BenchOptions(
    int headDim,
    int tokens,
    int groupSize,
    int samples,
    double warmUpSeconds,
    long workingSet,
    long seed) {
  /** Fewer samples have no 20th percentile worth its name. */
  public static final int LEAST_SAMPLES = 15;

  private static final int MOST_TOKENS = 1 << 22;
  private static final int MOST_FLOATS = 1 << 26;
  private static final long MOST_BYTES = 1L << 34;

  /** Checks every number. */
  public BenchOptions {
    KvShape unused = new KvShape(1, 1, Math.max(1, groupSize), headDim, Math.max(1, tokens));
    require(headDim % 2 == 0, "head-dim", headDim, "must be even, for rotary embedding");
    within("tokens", tokens, KvTrack.BLOCK, MOST_TOKENS);
    within("query-heads", groupSize, 1, KvTrack.MAX_QUERIES);
    within("samples", samples, LEAST_SAMPLES, 10_000);
    require(
        warmUpSeconds >= 0 && warmUpSeconds <= 60,
        "warm-up",
        warmUpSeconds,
        "must be 0 to 60 seconds");
    require(
        (long) tokens * headDim <= MOST_FLOATS,
        "tokens x head-dim",
        (long) tokens * headDim,
        "must be at most " + MOST_FLOATS);
    require(
        workingSet >= 1 && workingSet <= MOST_BYTES,
        "working-set",
        workingSet,
        "must be 1 to " + MOST_BYTES + " bytes");
  }

  /**
   * A measurement worth printing: cold bytes of three last-level caches, 15 samples.
   *
   * @param headDim channels a head
   * @param tokens tokens a head
   * @param groupSize query heads that read one kv head
   * @return the options
   */
  public static BenchOptions of(int headDim, int tokens, int groupSize) {
    return new BenchOptions(
        headDim, tokens, groupSize, LEAST_SAMPLES, 1.5, 3 * Machine.lastLevelCache(), 1);
  }

  /**
   * These options with another effort.
   *
   * @param count samples of every arm
   * @param seconds least warm-up of every arm
   * @return the options
   */
  public BenchOptions withEffort(int count, double seconds) {
    return new BenchOptions(headDim, tokens, groupSize, count, seconds, workingSet, seed);
  }

  /**
   * These options with another working set; below three last-level caches nothing is cold.
   *
   * @param bytes bytes an arm goes through in one sample
   * @return the options
   */
  public BenchOptions withWorkingSet(long bytes) {
    return new BenchOptions(headDim, tokens, groupSize, samples, warmUpSeconds, bytes, seed);
  }

  private static void within(String option, int value, int least, int most) {
    require(
        value >= least && value <= most,
        option,
        value,
        "must be between " + least + " and " + most);
  }

  private static void require(boolean holds, String option, Object value, String rule) {
    if (!holds) {
      throw new ConfigException("bench", option, value, rule);
    }
  }
}

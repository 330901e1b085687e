package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;

/**
 * What is asked to be measured.
 *
 * @param kind what is done
 * @param cache how rows are stored
 */
public record ArmSpec(ArmKind kind, CacheSpec cache) {

  /**
   * Whole attention of a cache.
   *
   * @param cache a spec as text
   * @return the arm
   */
  public static ArmSpec attention(String cache) {
    return of(ArmKind.ATTENTION, cache);
  }

  /**
   * Some work on a cache.
   *
   * @param kind what is done
   * @param cache a spec as text
   * @return the arm
   */
  public static ArmSpec of(ArmKind kind, String cache) {
    return new ArmSpec(kind, CacheSpec.parse(cache));
  }
}

package dev.velox.turbo;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Codebooks by distribution, dimension and width, each solved once. Holds values that are functions
 * of their key and nothing else.
 */
final class Codebooks {
  private record Key(CodebookRule rule, int dim, int bits) {}

  private final ConcurrentHashMap<Key, Codebook> solved = new ConcurrentHashMap<>();

  /**
   * A codebook.
   *
   * @param rule which distribution
   * @param dim dimensions of the sphere, at least 2
   * @param bits width of a code, 1 to 8
   */
  Codebook of(CodebookRule rule, int dim, int bits) {
    int sphere = rule == CodebookRule.SPHERE ? dim : 0;
    return solved.computeIfAbsent(new Key(rule, sphere, bits), Codebooks::solve);
  }

  private static Codebook solve(Key key) {
    return Codebook.symmetric(LloydMax.positiveLevels(key.rule().marginal(key.dim()), key.bits()));
  }
}

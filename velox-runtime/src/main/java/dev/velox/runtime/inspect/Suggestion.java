package dev.velox.runtime.inspect;

import dev.velox.api.CacheSpec;

/**
 * The cache that came out best for a sample or a model, beside the one used when nothing is said.
 *
 * @param spec the cache to use
 * @param codedBits its coded bits a number
 * @param measured its figure, less is better
 * @param usual the cache of {@code --bits 4}
 * @param usualBits its coded bits
 * @param usualMeasured its figure
 * @param measure what the figures are
 * @param reason how it was found, in sentences
 */
public record Suggestion(
    CacheSpec spec,
    double codedBits,
    double measured,
    CacheSpec usual,
    double usualBits,
    double usualMeasured,
    String measure,
    String reason) {

  /**
   * Whether nothing better was found than what is used anyway.
   *
   * @return true where {@code --bits 4} serves
   */
  public boolean usualIsBest() {
    return spec.methods().equals(usual.methods()) && spec.overrides().isEmpty();
  }
}

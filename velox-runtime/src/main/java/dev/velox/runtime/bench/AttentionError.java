package dev.velox.runtime.bench;

/**
 * How far an output of attention is from fp64 attention, over the heads looked at.
 *
 * @param greatest greatest difference to fp64 attention on the decoded rows, as a share of the
 *     greatest magnitude among the decoded values
 * @param arithmetic distance of the output to fp64 attention on the decoded rows, relative to the
 *     length of that on the rows as given
 * @param coding distance of fp64 attention on the decoded rows to that on the rows as given,
 *     relative to its length
 */
public record AttentionError(double greatest, double arithmetic, double coding) {

  /**
   * What the arithmetic adds to the error of the codes, as errors add that know nothing of each
   * other. (The difference of the two whole errors says the same, with more noise.)
   *
   * @return {@code hypot(arithmetic, coding) / coding - 1}, or 0 where nothing is coded
   */
  public double added() {
    return coding == 0 ? 0 : Math.hypot(arithmetic, coding) / coding - 1;
  }
}

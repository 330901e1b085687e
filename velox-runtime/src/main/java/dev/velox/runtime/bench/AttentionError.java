package dev.velox.runtime.bench;

/**
 * How far an output of attention is from fp64 attention, over the heads looked at.
 *
 * @param arithmetic greatest difference to fp64 attention on the decoded rows, as a share of the
 *     greatest magnitude among them
 * @param coding distance of fp64 attention on the decoded rows to that on the rows as given,
 *     relative to its length
 * @param total distance of the output to fp64 attention on the rows as given, relative to its
 *     length
 */
public record AttentionError(double arithmetic, double coding, double total) {

  /**
   * What the arithmetic adds to the error of the codes.
   *
   * @return {@code total / coding - 1}, or 0 where nothing is coded
   */
  public double added() {
    return coding == 0 ? 0 : total / coding - 1;
  }
}

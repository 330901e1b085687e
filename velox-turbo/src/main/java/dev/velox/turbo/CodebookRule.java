package dev.velox.turbo;

/** For which distribution of a coordinate the levels are optimal. */
enum CodebookRule {
  /** A coordinate of a unit vector of exactly this dimension. */
  SPHERE,
  /** The limit of many dimensions, one table for all. */
  GAUSSIAN;

  Marginal marginal(int dim) {
    return this == SPHERE ? Marginal.sphere(dim) : Marginal.gaussian();
  }
}

package dev.velox.nuq;

/** Which numbers of keys are outliers. */
enum OutlierRule {
  /** The worst coded of each sealed block, in whatever channel: an exact count. */
  WORST,
  /** The largest of each channel of a sealed block, an exact count. */
  RANK,
  /** Those above a threshold frozen on the fit rows; the largest among the fit rows themselves. */
  THRESHOLD
}

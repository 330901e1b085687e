package dev.velox.tck;

/** What the numbers of a test's rows look like. */
enum RowKind {
  /** Near normal, channels of unlike scale and slightly off zero. */
  PLAIN,
  /** As plain, and one channel in sixteen is far off zero before keys are rotated. */
  BIASED,
  /** All zero. */
  ZERO,
  /** Every channel of every row alike: 100 for keys, -7.5 for values. */
  CONSTANT,
  /** Plain, but channel 0 of every head is zero. */
  ZERO_CHANNEL,
  /** Plain, and one number in fifty is a hundred times larger. */
  SPIKES,
  /** Numbers below the range of binary16, down to the smallest subnormal. */
  TINY,
  /** Numbers at and beyond the end of binary16, up to 1e5. */
  LARGE,
  /** Numbers up to 3e38. */
  HUGE
}

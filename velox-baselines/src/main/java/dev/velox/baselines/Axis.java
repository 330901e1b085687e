package dev.velox.baselines;

/** Along which axis a group of numbers lies. */
enum Axis {
  /** Groups of channels inside each token. */
  TOKEN,
  /** Groups of tokens inside each channel. */
  CHANNEL
}

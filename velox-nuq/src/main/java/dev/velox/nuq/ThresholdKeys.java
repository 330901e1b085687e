package dev.velox.nuq;

/**
 * Which numbers of a key block are outliers by threshold: among the fit rows exactly the largest,
 * so many a channel; in later rows those strictly above the frozen threshold.
 *
 * <p>Notes that the fit leaves for the encoder, zero in appends without a fit: for each channel the
 * threshold not yet rounded, for each channel how many numbers at it are outliers all the same, and
 * how many fit rows are still to come.
 *
 * @param dim channels
 */
record ThresholdKeys(int dim) {

  /** Floats of the notes. */
  int noteFloats() {
    return 2 * dim + 1;
  }

  /**
   * The outliers of one channel of a block.
   *
   * @param x the channel's numbers
   * @param o the first
   * @param n tokens of the block
   * @param channel which channel
   * @param threshold its frozen threshold
   * @param notes notes of the fit, from 0 on
   * @return bit t set for token t
   */
  long mask(float[] x, int o, int n, int channel, float threshold, float[] notes) {
    int fitted = Math.min(n, (int) notes[2 * dim]);
    float exact = notes[channel];
    int ties = (int) notes[dim + channel];
    long mask = 0;
    for (int t = 0; t < n; t++) {
      float size = Math.abs(x[o + t]);
      boolean tied = t < fitted && size == exact && ties > 0;
      ties -= tied ? 1 : 0;
      boolean above = size > (t < fitted ? exact : threshold);
      mask |= above || tied ? 1L << t : 0;
    }
    notes[dim + channel] = ties;
    return mask;
  }

  /** Lets the notes know that the rows of a block are done. */
  void done(int n, float[] notes) {
    notes[2 * dim] = Math.max(0, notes[2 * dim] - n);
  }
}

package dev.velox.nuq;

import java.util.Arrays;

/** The numbers of a block whose codes are furthest off: exactly so many, the first among equals. */
final class WorstCoded {
  /** Exponent and three bits of a non-negative float. */
  private static final int SHIFT = 20;

  private static final int BINS = 1 << (Float.SIZE - 1 - SHIFT);

  private WorstCoded() {}

  /**
   * Keeps those of the numbers chosen that are furthest off.
   *
   * @param masks the tokens of each channel to choose from; what is not kept is cleared
   * @param errors how far off each is, {@code [tokens][channels]}, 0 or more
   * @param tokens tokens of the block
   * @param n how many to keep
   * @return how many were not kept
   */
  static int keep(long[] masks, float[] errors, int tokens, int n) {
    int dim = masks.length;
    int[] bins = new int[BINS];
    int found = 0;
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < dim; c++) {
        if ((masks[c] >> t & 1) != 0) {
          bins[bin(errors[t * dim + c])]++;
          found++;
        }
      }
    }
    if (found <= n) {
      return 0;
    }
    int bin = BINS;
    int above = 0;
    while (above + bins[bin - 1] <= n) {
      above += bins[--bin];
    }
    int edge = bin - 1;
    float cut = cut(masks, errors, tokens, edge, bins[edge], n - above);
    int ties = n - above(masks, errors, tokens, cut);
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < dim; c++) {
        if ((masks[c] >> t & 1) != 0) {
          float error = errors[t * dim + c];
          if (error < cut || (error == cut && ties-- <= 0)) {
            masks[c] &= ~(1L << t);
          }
        }
      }
    }
    return found - n;
  }

  private static int bin(float error) {
    return Float.floatToRawIntBits(error) >>> SHIFT;
  }

  /** The k-th largest error of a bin, the least of all above if k is 0. */
  private static float cut(long[] masks, float[] errors, int tokens, int bin, int held, int k) {
    float[] all = new float[held];
    int n = 0;
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < masks.length; c++) {
        float error = errors[t * masks.length + c];
        if ((masks[c] >> t & 1) != 0 && bin(error) == bin) {
          all[n++] = error;
        }
      }
    }
    Arrays.sort(all);
    return k == 0 ? Math.nextUp(all[held - 1]) : all[held - k];
  }

  private static int above(long[] masks, float[] errors, int tokens, float cut) {
    int above = 0;
    for (int t = 0; t < tokens; t++) {
      for (int c = 0; c < masks.length; c++) {
        above += (masks[c] >> t & 1) != 0 && errors[t * masks.length + c] > cut ? 1 : 0;
      }
    }
    return above;
  }
}

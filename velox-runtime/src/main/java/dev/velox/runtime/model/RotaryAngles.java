package dev.velox.runtime.model;

import dev.velox.api.Rope;

/**
 * Cosines and sines of the positions of one chunk, and the rotation of heads by them. Not
 * StrictMath: that allocates a call.
 */
final class RotaryAngles {
  private final Rope rope;
  private final float factor;
  private final int pairs;
  private final float[] cos;
  private final float[] sin;

  RotaryAngles(Rotation rotation, int chunk) {
    rope = rotation.rope();
    factor = rotation.factor();
    pairs = rope.pairs();
    cos = new float[chunk * pairs];
    sin = new float[chunk * pairs];
  }

  /** Prepares the angles of {@code tokens} positions from {@code position} on. */
  void prepare(int position, int tokens) {
    for (int t = 0; t < tokens; t++) {
      for (int p = 0; p < pairs; p++) {
        double angle = (position + t) * rope.inverseFrequency(p);
        cos[t * pairs + p] = (float) Math.cos(angle) * factor;
        sin[t * pairs + p] = (float) Math.sin(angle) * factor;
      }
    }
  }

  /** Rotates rows of {@code [tokens][heads][headDim]} in place, each by the angles of its token. */
  void rotate(float[] x, int tokens, int heads, int headDim) {
    for (int t = 0; t < tokens; t++) {
      for (int h = 0; h < heads; h++) {
        int at = (t * heads + h) * headDim;
        if (rope.pairing() == Rope.Pairing.HALF) {
          rotateHalf(x, at, t * pairs);
        } else {
          rotateNeighbours(x, at, t * pairs);
        }
      }
    }
  }

  private void rotateHalf(float[] x, int at, int angle) {
    for (int p = 0; p < pairs; p++) {
      float a = x[at + p];
      float b = x[at + pairs + p];
      x[at + p] = a * cos[angle + p] - b * sin[angle + p];
      x[at + pairs + p] = b * cos[angle + p] + a * sin[angle + p];
    }
  }

  private void rotateNeighbours(float[] x, int at, int angle) {
    for (int p = 0; p < pairs; p++) {
      float a = x[at + 2 * p];
      float b = x[at + 2 * p + 1];
      x[at + 2 * p] = a * cos[angle + p] - b * sin[angle + p];
      x[at + 2 * p + 1] = b * cos[angle + p] + a * sin[angle + p];
    }
  }
}

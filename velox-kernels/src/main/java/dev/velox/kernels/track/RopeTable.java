package dev.velox.kernels.track;

import dev.velox.api.Rope;

/**
 * Cosines and sines of a rotary embedding at any position. Immutable; one serves all layers that
 * share a {@link Rope}.
 *
 * <p>A phase is an array of {@code 2 * pairs} numbers: the cosines of all pairs, then their sines.
 */
public final class RopeTable {
  /*
   * A position below 2^18 is three digits of six bits. The angle of a position is the sum of the
   * angles of its digits, so that two complex products of tabulated phases give its phase, in double
   * and without drift. Tabulated angles carry the rounding error of the product position * frequency
   * as a first-order correction.
   */
  private static final int DIGIT = 6;

  private static final int DIGITS = 1 << DIGIT;
  private static final int LEVELS = 3;
  private static final int TABULATED = 1 << (DIGIT * LEVELS);

  private final Rope rope;
  private final int pairs;
  private final double[] cos;
  private final double[] sin;
  private final float[] blockCos;
  private final float[] blockSin;

  private RopeTable(Rope rope) {
    this.rope = rope;
    this.pairs = rope.pairs();
    this.cos = new double[LEVELS * DIGITS * pairs];
    this.sin = new double[LEVELS * DIGITS * pairs];
    this.blockCos = new float[pairs * DIGITS];
    this.blockSin = new float[pairs * DIGITS];
    for (int level = 0; level < LEVELS; level++) {
      for (int digit = 0; digit < DIGITS; digit++) {
        for (int p = 0; p < pairs; p++) {
          int at = index(level, digit, p);
          exact(digit << (DIGIT * level), p, cos, sin, at, at);
        }
      }
    }
    for (int p = 0; p < pairs; p++) {
      for (int t = 0; t < DIGITS; t++) {
        blockCos[p * DIGITS + t] = (float) cos[index(0, t, p)];
        blockSin[p * DIGITS + t] = (float) sin[index(0, t, p)];
      }
    }
  }

  /**
   * The table of a rotation.
   *
   * @param rope the rotation
   * @return its table
   */
  public static RopeTable of(Rope rope) {
    return new RopeTable(rope);
  }

  /**
   * Which rotation this is the table of.
   *
   * @return the rotation
   */
  public Rope rope() {
    return rope;
  }

  /**
   * Rotated pairs of channels.
   *
   * @return half of the rotated channels
   */
  public int pairs() {
    return pairs;
  }

  /**
   * Cosines of the 64 offsets inside a block, {@code cos(t * theta_p)} at {@code p * 64 + t}.
   *
   * @return the table itself, to be read only
   */
  public float[] blockCos() {
    return blockCos;
  }

  /**
   * Sines of the 64 offsets inside a block, {@code sin(t * theta_p)} at {@code p * 64 + t}.
   *
   * @return the table itself, to be read only
   */
  public float[] blockSin() {
    return blockSin;
  }

  /**
   * The phase of a position, in double.
   *
   * @param position 0 or more
   * @param phase receives {@code 2 * pairs} numbers
   */
  public void phase(int position, double[] phase) {
    if (position >= TABULATED) {
      for (int p = 0; p < pairs; p++) {
        exact(position, p, phase, phase, p, pairs + p);
      }
      return;
    }
    for (int p = 0; p < pairs; p++) {
      phase[p] = cos(position, p);
      phase[pairs + p] = sin(position, p);
    }
  }

  /**
   * The phase of a position, each number the float nearest to it.
   *
   * @param position 0 or more
   * @param phase receives {@code 2 * pairs} numbers
   */
  public void phase(int position, float[] phase) {
    for (int p = 0; p < pairs; p++) {
      phase[p] = (float) cos(position, p);
      phase[pairs + p] = (float) sin(position, p);
    }
  }

  /**
   * Rotates one head vector to a position, in place.
   *
   * @param position 0 or more
   * @param row its floats; channels beyond the rotated ones are left alone
   * @param offset the first
   */
  public void rotate(int position, float[] row, int offset) {
    for (int p = 0; p < pairs; p++) {
      turn(cos(position, p), sin(position, p), p, row, offset);
    }
  }

  /**
   * Rotates one head vector back from a position, in place.
   *
   * @param position 0 or more
   * @param row its floats
   * @param offset the first
   */
  public void unrotate(int position, float[] row, int offset) {
    for (int p = 0; p < pairs; p++) {
      turn(cos(position, p), -sin(position, p), p, row, offset);
    }
  }

  /**
   * Rotates one head vector by a phase, in place: for many heads at one position.
   *
   * @param phase from {@link #phase(int, float[])}
   * @param row its floats
   * @param offset the first
   */
  public void rotate(float[] phase, float[] row, int offset) {
    for (int p = 0; p < pairs; p++) {
      turn(phase[p], phase[pairs + p], p, row, offset);
    }
  }

  /**
   * Rotates one head vector back by a phase, in place.
   *
   * @param phase from {@link #phase(int, float[])}
   * @param row its floats
   * @param offset the first
   */
  public void unrotate(float[] phase, float[] row, int offset) {
    for (int p = 0; p < pairs; p++) {
      turn(phase[p], -phase[pairs + p], p, row, offset);
    }
  }

  /**
   * The product of a query with a mean as it turns: {@code q.R(t)M = sum over pairs (a cos(t theta)
   * + b sin(t theta))} over the rotated channels.
   *
   * @param q the query
   * @param qOffset its first float
   * @param mean the un-rotated mean
   * @param mOffset its first float
   * @param ab receives {@code pairs} amplitudes a, then as many b
   * @param offset the first a
   */
  public void amplitudes(
      float[] q, int qOffset, float[] mean, int mOffset, float[] ab, int offset) {
    for (int p = 0; p < pairs; p++) {
      float q1 = q[qOffset + rope.first(p)];
      float q2 = q[qOffset + rope.second(p)];
      float m1 = mean[mOffset + rope.first(p)];
      float m2 = mean[mOffset + rope.second(p)];
      ab[offset + p] = (float) ((double) q1 * m1 + (double) q2 * m2);
      ab[offset + pairs + p] = (float) ((double) q2 * m1 - (double) q1 * m2);
    }
  }

  /**
   * Amplitudes as seen from another origin, so that only the offset from it remains to be turned.
   *
   * @param position the new origin, such as the first position of a block
   * @param ab from {@link #amplitudes}
   * @param offset the first a
   * @param turned receives the amplitudes
   * @param tOffset the first a there
   */
  public void turnAmplitudes(int position, float[] ab, int offset, float[] turned, int tOffset) {
    for (int p = 0; p < pairs; p++) {
      double c = cos(position, p);
      double s = sin(position, p);
      double a = ab[offset + p];
      double b = ab[offset + pairs + p];
      turned[tOffset + p] = (float) (a * c + b * s);
      turned[tOffset + pairs + p] = (float) (b * c - a * s);
    }
  }

  private void turn(double c, double s, int pair, float[] row, int offset) {
    int i = offset + rope.first(pair);
    int j = offset + rope.second(pair);
    double x = row[i];
    double y = row[j];
    row[i] = (float) (x * c - y * s);
    row[j] = (float) (y * c + x * s);
  }

  /**
   * Heap bytes of the tables.
   *
   * @return bytes
   */
  public long bytes() {
    return 16L * cos.length + 8L * blockCos.length;
  }

  private int index(int level, int digit, int pair) {
    return ((level << DIGIT) + digit) * pairs + pair;
  }

  private double cos(int position, int pair) {
    if (position >= TABULATED) {
      return exactCos(position, pair);
    }
    int low = index(0, position & (DIGITS - 1), pair);
    int middle = index(1, (position >> DIGIT) & (DIGITS - 1), pair);
    int high = index(2, position >> (2 * DIGIT), pair);
    double c = cos[low] * cos[middle] - sin[low] * sin[middle];
    double s = sin[low] * cos[middle] + cos[low] * sin[middle];
    return c * cos[high] - s * sin[high];
  }

  private double sin(int position, int pair) {
    if (position >= TABULATED) {
      return exactSin(position, pair);
    }
    int low = index(0, position & (DIGITS - 1), pair);
    int middle = index(1, (position >> DIGIT) & (DIGITS - 1), pair);
    int high = index(2, position >> (2 * DIGIT), pair);
    double c = cos[low] * cos[middle] - sin[low] * sin[middle];
    double s = sin[low] * cos[middle] + cos[low] * sin[middle];
    return s * cos[high] + c * sin[high];
  }

  private double exactCos(int position, int pair) {
    double angle = position * rope.inverseFrequency(pair);
    return StrictMath.cos(angle) - rest(position, pair, angle) * StrictMath.sin(angle);
  }

  private double exactSin(int position, int pair) {
    double angle = position * rope.inverseFrequency(pair);
    return StrictMath.sin(angle) + rest(position, pair, angle) * StrictMath.cos(angle);
  }

  /** Both of them at half the work. */
  private void exact(int position, int pair, double[] cosines, double[] sines, int c, int s) {
    double angle = position * rope.inverseFrequency(pair);
    double rest = rest(position, pair, angle);
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    cosines[c] = cosine - rest * sine;
    sines[s] = sine + rest * cosine;
  }

  /** What rounding took from the angle. */
  private double rest(int position, int pair, double angle) {
    return Math.fma((double) position, rope.inverseFrequency(pair), -angle);
  }
}

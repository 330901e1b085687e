package dev.velox.skvq;

/**
 * Eight-bit floats of four exponent and three fraction bits: magnitudes {@code 2^-9} to 448, no
 * infinity (Micikevicius et al., FP8 Formats for Deep Learning, arXiv:2209.05433).
 */
final class E4m3 {
  /** The greatest number. */
  static final float LIMIT = 448f;

  private static final int GREATEST = 0x7e;
  private static final int SIGN = 0x80;

  /* The fields of both formats line up once the biases, 127 and 7, do. */
  private static final int SHIFT = 20;
  private static final float BIAS = 0x1p120f;
  private static final float UNBIAS = 0x1p-120f;

  private E4m3() {}

  /** The number a byte stands for. */
  static float value(byte code) {
    float magnitude = Float.intBitsToFloat((code & 0x7f) << SHIFT) * BIAS;
    return code < 0 ? -magnitude : magnitude;
  }

  /** The nearest number's byte, ties to even; beyond the limit, the limit's. */
  static byte nearest(float x) {
    int bits = Float.floatToRawIntBits(Math.abs(x) * UNBIAS);
    int even = (bits >>> SHIFT) & 1;
    int code = Math.min((bits + (1 << (SHIFT - 1)) - 1 + even) >>> SHIFT, GREATEST);
    return (byte) (x < 0 && code != 0 ? code | SIGN : code);
  }

  /** The byte of the least number that is not below {@code x}, or the limit's; x is 0 or more. */
  static byte up(double x) {
    byte code = nearest((float) x);
    return value(code) < x && code != GREATEST ? (byte) (code + 1) : code;
  }
}

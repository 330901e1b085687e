package dev.velox.skvq;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The type that the middle and the scale of a group are stored in. Numbers are rounded to it before
 * codes are computed, so that storing them loses nothing.
 *
 * <p>An eight-bit float spans eighteen powers of two, too few for any data whatever: those of a
 * block and head share a power of two, one byte a block and head, that puts the largest at the
 * upper end.
 */
enum Metadata {
  /** IEEE half precision. */
  F16(Short.BYTES) {
    @Override
    int exponent(double largest) {
      return 0;
    }

    @Override
    float nearest(double x, int exponent) {
      return Float.float16ToFloat(Float.floatToFloat16((float) x));
    }

    @Override
    float up(double x, int exponent) {
      short half = Float.floatToFloat16((float) x);
      return Float.float16ToFloat(Float.float16ToFloat(half) < x ? (short) (half + 1) : half);
    }

    @Override
    void store(float[] x, int from, int n, int exponent, MemorySegment to, long at) {
      ROWS.storeF16(x, from, to, at, n);
    }

    @Override
    void load(MemorySegment from, long at, int n, int exponent, float[] x, int to) {
      ROWS.loadF16(from, at, x, to, n);
    }
  },

  /** Eight-bit floats with a shared power of two. */
  F8(Byte.BYTES) {
    @Override
    int exponent(double largest) {
      double scaled = largest * ROOM / E4m3.LIMIT;
      int floor = Math.getExponent(scaled);
      int ceiling = Math.scalb(1.0, floor) < scaled ? floor + 1 : floor;
      return largest == 0 ? 0 : Math.max(ceiling, LEAST_EXPONENT);
    }

    @Override
    float nearest(double x, int exponent) {
      return value(E4m3.nearest((float) Math.scalb(x, -exponent)), exponent);
    }

    @Override
    float up(double x, int exponent) {
      return value(E4m3.up(Math.scalb(x, -exponent)), exponent);
    }

    @Override
    void store(float[] x, int from, int n, int exponent, MemorySegment to, long at) {
      for (int i = 0; i < n; i++) {
        byte code = E4m3.nearest((float) Math.scalb((double) x[from + i], -exponent));
        to.set(ValueLayout.JAVA_BYTE, at + i, code);
      }
    }

    @Override
    void load(MemorySegment from, long at, int n, int exponent, float[] x, int to) {
      ROWS.loadE4m3(from, at, Math.scalb(1f, exponent), x, to, n);
    }
  };

  private static final RowKernels ROWS = Kernels.active().rows();

  /** Room above the largest number: rounding a middle moves it by up to a sixteenth. */
  private static final double ROOM = 1.125;

  private static final int LEAST_EXPONENT = -100;

  private final int bytes;

  Metadata(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes of one number. */
  int bytes() {
    return bytes;
  }

  /** Whether the numbers of a block and head share a power of two. */
  boolean shared() {
    return this == F8;
  }

  /** The power of two that numbers up to {@code largest} are stored with. */
  abstract int exponent(double largest);

  /** The nearest stored number, ties to even. */
  abstract float nearest(double x, int exponent);

  /** The least stored number that is not below {@code x}, 0 or more and within the limit. */
  abstract float up(double x, int exponent);

  /** Stores numbers that are already rounded. */
  abstract void store(float[] x, int from, int n, int exponent, MemorySegment to, long at);

  /** Loads numbers. */
  abstract void load(MemorySegment from, long at, int n, int exponent, float[] x, int to);

  private static float value(byte code, int exponent) {
    return E4m3.value(code) * Math.scalb(1f, exponent);
  }
}

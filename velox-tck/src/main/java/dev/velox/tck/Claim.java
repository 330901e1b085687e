package dev.velox.tck;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Statements that end a law when they are false. */
final class Claim {
  private Claim() {}

  /** A call that may throw anything. */
  @FunctionalInterface
  interface Call {
    void run() throws Exception;
  }

  static void that(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise.get());
    }
  }

  static void equal(@Nullable Object expected, @Nullable Object found, String what) {
    if (!Objects.equals(expected, found)) {
      throw new AssertionError(what + ": expected " + expected + ", found " + found);
    }
  }

  /** Runs a call that must throw exactly this kind of error, and hands it over. */
  static <E extends Throwable> E refused(Class<E> kind, String what, Call call) {
    try {
      call.run();
    } catch (Throwable thrown) {
      if (kind.isInstance(thrown)) {
        return kind.cast(thrown);
      }
      throw new AssertionError(
          what + ": must throw " + kind.getSimpleName() + ", threw " + thrown, thrown);
    }
    throw new AssertionError(what + ": must throw " + kind.getSimpleName() + ", threw nothing");
  }

  /** The bits of the first floats of two arrays are the same. */
  static void sameStart(float[] expected, float[] found, int count, String what) {
    for (int i = 0; i < count; i++) {
      if (Float.floatToRawIntBits(expected[i]) != Float.floatToRawIntBits(found[i])) {
        throw new AssertionError(
            what + ": float " + i + " is " + found[i] + ", was " + expected[i]);
      }
    }
  }

  /** The bits of two arrays are the same. */
  static void sameBits(float[] expected, float[] found, String what) {
    equal(expected.length, found.length, what + ", length");
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToRawIntBits(expected[i]) != Float.floatToRawIntBits(found[i])) {
        throw new AssertionError(
            what + ": float " + i + " is " + found[i] + ", was " + expected[i]);
      }
    }
  }

  /** Two arrays differ by at most a tolerance, and neither holds NaN. */
  static void near(float[] expected, float[] found, double tolerance, String what) {
    equal(expected.length, found.length, what + ", length");
    for (int i = 0; i < expected.length; i++) {
      double off = Math.abs((double) expected[i] - found[i]);
      if (!(off <= tolerance)) {
        throw new AssertionError(
            what
                + ": float "
                + i
                + " is "
                + found[i]
                + ", should be "
                + expected[i]
                + " +- "
                + tolerance);
      }
    }
  }
}

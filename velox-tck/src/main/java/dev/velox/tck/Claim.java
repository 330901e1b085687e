package dev.velox.tck;

import dev.velox.api.Role;
import java.lang.foreign.MemorySegment;
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
    long bytes = 4L * count;
    MemorySegment bits = MemorySegment.ofArray(found).asSlice(0, bytes);
    long differs = MemorySegment.ofArray(expected).asSlice(0, bytes).mismatch(bits);
    if (differs >= 0) {
      int i = (int) (differs / 4);
      throw new AssertionError(what + ": float " + i + " is " + found[i] + ", was " + expected[i]);
    }
  }

  /** The bits of two arrays are the same. */
  static void sameBits(float[] expected, float[] found, String what) {
    equal(expected.length, found.length, what + ", length");
    sameStart(expected, found, expected.length, what);
  }

  /** Decoded rows hold neither infinities nor NaN. */
  static void finite(float[] decoded, Role role) {
    float largest = 0; // NaN, once met, stays
    for (float x : decoded) {
      largest = Math.max(largest, Math.abs(x));
    }
    float worst = largest;
    that(Float.isFinite(worst), () -> role.label() + " decode to " + worst);
  }

  /** Two arrays differ by at most a tolerance, and neither holds NaN. */
  static void near(float[] expected, float[] found, double tolerance, Supplier<String> what) {
    that(expected.length == found.length, () -> what.get() + ": " + found.length + " floats");
    for (int i = 0; i < expected.length; i++) {
      double off = Math.abs((double) expected[i] - found[i]);
      if (!(off <= tolerance)) {
        throw new AssertionError(
            what.get()
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

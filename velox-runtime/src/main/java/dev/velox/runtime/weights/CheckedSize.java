package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.util.List;

/**
 * All size arithmetic on numbers read from a file: it overflows into a {@link FormatException},
 * never silently. Readers use no bare {@code +}, {@code -} or {@code *} on such numbers; a test
 * looks at their byte code.
 */
final class CheckedSize {
  private static final String RULE = "must fit in 63 bits";

  private final String file;

  CheckedSize(String file) {
    this.file = file;
  }

  long plus(long a, long b, long offset, String field) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw new FormatException(file, offset, field, a + " + " + b, RULE, e);
    }
  }

  long minus(long a, long b, long offset, String field) {
    try {
      return Math.subtractExact(a, b);
    } catch (ArithmeticException e) {
      throw new FormatException(file, offset, field, a + " - " + b, RULE, e);
    }
  }

  /** {@code elementBytes} times every extent; zero extents still have the others checked. */
  long product(List<Long> shape, int elementBytes, long offset, String field) {
    long product = elementBytes;
    boolean empty = false;
    try {
      for (long extent : shape) {
        if (extent == 0) {
          empty = true;
        } else {
          product = Math.multiplyExact(product, extent);
        }
      }
    } catch (ArithmeticException e) {
      throw new FormatException(
          file, offset, field, shape + " x " + elementBytes + " bytes", RULE, e);
    }
    return empty ? 0 : product;
  }
}

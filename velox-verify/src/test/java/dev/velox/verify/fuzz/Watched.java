package dev.velox.verify.fuzz;

import com.sun.management.ThreadMXBean;
import dev.velox.api.VeloxException;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Runs a target on an input and fails on any error but a typed one, on time, and on memory. What
 * took too long or too much is measured again: loading classes, and whatever else the machine did,
 * does not come twice.
 */
public final class Watched {
  /** Inputs stay below this. */
  public static final int LARGEST = 1 << 20;

  private static final int MEASURED = 3;
  private static final long MOST_NANOS = 1_000_000_000L;
  private static final long MOST_BYTES = 64L << 20;
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long runs;
  private long refused;
  private long longest;
  private long largest;

  /**
   * Runs one input.
   *
   * @param target the reader
   * @param input at most {@link #LARGEST} bytes
   */
  public void run(Target target, byte[] input) {
    runs++;
    String excess = "";
    for (int i = 0; i < MEASURED; i++) {
      excess = excess(target, input, i == 0);
      if (excess.isEmpty()) {
        return;
      }
    }
    throw new AssertionError(target + " took " + excess);
  }

  /** Reads once; what it took too much of, or nothing. */
  private String excess(Target target, byte[] input, boolean first) {
    long bytes = THREAD.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    try {
      target.read(input);
    } catch (VeloxException e) {
      refused += first ? 1 : 0;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(target + " threw " + e, e);
    }
    long nanos = System.nanoTime() - start;
    long taken = THREAD.getCurrentThreadAllocatedBytes() - bytes;
    if (taken > MOST_BYTES) {
      return taken + " bytes of heap";
    }
    if (nanos > MOST_NANOS) {
      return nanos / 1_000_000 + " ms";
    }
    longest = Math.max(longest, nanos);
    largest = Math.max(largest, taken);
    return "";
  }

  /** Inputs that were read without an error. */
  long accepted() {
    return runs - refused;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d executions, %d accepted, longest %.1f ms, most heap %.2f MiB",
        runs,
        accepted(),
        longest / 1e6,
        largest / (double) (1 << 20));
  }
}

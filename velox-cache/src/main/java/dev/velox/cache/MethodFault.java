package dev.velox.cache;

import dev.velox.api.BudgetException;
import dev.velox.api.PluginException;
import dev.velox.api.VeloxException;
import dev.velox.api.spi.KvMethod;
import org.jspecify.annotations.Nullable;

/** Turns what a method throws, and no method should, into an error that names method and jar. */
final class MethodFault {
  /** The skeletons call nothing but the method's own quantizer or codec. */
  private static final String SKELETONS = "dev.velox.kernels.track.";

  private MethodFault() {}

  /**
   * The error to throw instead of one: itself if it is typed or no method was at work.
   *
   * @param thrown what came out of a call
   * @param call what was asked of the cache
   * @param suspects the methods that may have been at work, at least one
   */
  static RuntimeException of(Throwable thrown, String call, KvMethod... suspects) {
    if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
      throw fatal;
    }
    KvMethod method = thrown instanceof VeloxException ? null : blamed(thrown, suspects);
    if (method != null) {
      return PluginException.of(
          method.getClass(), "failed in " + call + " (" + thrown + ")", thrown);
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  /**
   * As above, for a call whose bytes were reserved as its methods planned: no budget refuses it.
   */
  static RuntimeException halfWay(Throwable thrown, String call, KvMethod... suspects) {
    KvMethod method = thrown instanceof BudgetException ? blamed(thrown, suspects) : null;
    return method == null
        ? of(thrown, call, suspects)
        : PluginException.of(
            method.getClass(), "takes more memory in " + call + " than it planned", thrown);
  }

  /** The method whose package shows first in the stack trace. */
  private static @Nullable KvMethod blamed(Throwable thrown, KvMethod... suspects) {
    boolean skeleton = false;
    for (StackTraceElement frame : thrown.getStackTrace()) {
      for (KvMethod suspect : suspects) {
        if (frame.getClassName().startsWith(suspect.getClass().getPackageName() + ".")) {
          return suspect;
        }
      }
      skeleton |= frame.getClassName().startsWith(SKELETONS);
    }
    return skeleton ? suspects[0] : null;
  }
}

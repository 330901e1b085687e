package dev.velox.runtime.eval;

/** Told how far an evaluation has come. */
@FunctionalInterface
public interface EvalListener {

  /**
   * Some tokens more have been run through every cache.
   *
   * @param done tokens done, over all windows
   * @param total tokens to do
   */
  void progress(long done, long total);
}

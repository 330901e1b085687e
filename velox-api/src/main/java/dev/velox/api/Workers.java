package dev.velox.api;

/** Threads an engine lends to a call: runs independent tasks and waits for all of them. */
public interface Workers {

  /** One independent piece of work. */
  @FunctionalInterface
  interface Task {
    /**
     * Runs one piece.
     *
     * @param index which piece, 0 to tasks - 1
     * @param worker which worker runs it, 0 to {@link Workers#count()} - 1; one task at a time a
     *     worker
     */
    void run(int index, int worker);
  }

  /**
   * How many workers there are.
   *
   * @return at least 1
   */
  int count();

  /**
   * Runs every task and returns when all are done; the first failure is thrown.
   *
   * @param tasks how many
   * @param task what to run
   */
  void run(int tasks, Task task);

  /**
   * The calling thread alone.
   *
   * @return a single worker
   */
  static Workers single() {
    return SingleWorker.INSTANCE;
  }
}

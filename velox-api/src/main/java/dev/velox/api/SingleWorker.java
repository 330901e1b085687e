package dev.velox.api;

/** Runs every task on the calling thread. */
final class SingleWorker implements Workers {
  static final SingleWorker INSTANCE = new SingleWorker();

  private SingleWorker() {}

  @Override
  public int count() {
    return 1;
  }

  @Override
  public void run(int tasks, Task task) {
    for (int i = 0; i < tasks; i++) {
      task.run(i, 0);
    }
  }
}

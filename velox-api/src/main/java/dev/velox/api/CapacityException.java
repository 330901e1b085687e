package dev.velox.api;

import java.util.Locale;

/** More tokens than the cache was opened for. */
public final class CapacityException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final int asked;
  private final int free;
  private final int capacity;

  /**
   * A refused append.
   *
   * @param asked tokens asked for
   * @param free tokens that still fit
   * @param capacity tokens the cache may hold
   */
  public CapacityException(int asked, int free, int capacity) {
    super(
        String.format(
            Locale.ROOT,
            "%d tokens asked, %d of capacity %d free; trim, forget, or open a cache with a larger"
                + " capacity",
            asked,
            free,
            capacity),
        null);
    this.asked = asked;
    this.free = free;
    this.capacity = capacity;
  }

  /**
   * Tokens asked for.
   *
   * @return tokens
   */
  public int asked() {
    return asked;
  }

  /**
   * Tokens that still fit.
   *
   * @return tokens
   */
  public int free() {
    return free;
  }

  /**
   * Tokens the cache may hold.
   *
   * @return tokens
   */
  public int capacity() {
    return capacity;
  }
}

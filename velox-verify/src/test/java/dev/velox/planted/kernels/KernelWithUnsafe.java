package dev.velox.planted.kernels;

/** A kernel that goes around the JDK's checks. */
public final class KernelWithUnsafe {
  /**
   * A page.
   *
   * @param unsafe the back door
   * @return its size
   */
  public int page(sun.misc.Unsafe unsafe) {
    return unsafe.pageSize();
  }
}

package dev.velox.api;

/**
 * Working memory of one reader, made by {@link KvCache#newScratch(Workers)} and good for every
 * layer of that cache. Not for two threads at once. Its bytes are part of the cache's {@link
 * ByteReport} until it is closed.
 */
public interface Scratch extends AutoCloseable {
  /**
   * Bytes it holds.
   *
   * @return bytes charged under {@link ByteRole#SCRATCH}
   */
  long bytes();

  /** Gives the bytes back. Closing twice is quiet. */
  @Override
  void close();
}

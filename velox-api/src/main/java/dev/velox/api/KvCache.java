package dev.velox.api;

import java.util.List;

/**
 * The keys and values of one sequence, all layers. One writer; readers may run on many threads
 * between writes, a write during a read throws {@link BusyException}. Every call after {@link
 * #close()} throws {@link ClosedException}.
 */
public interface KvCache extends AutoCloseable {

  /**
   * The shape it was opened with.
   *
   * @return the shape
   */
  KvShape shape();

  /**
   * The settings in force: every option written out, nothing left to a default.
   *
   * @return a spec that opens the same cache
   */
  CacheSpec effective();

  /**
   * Tokens held by every layer. During a forward pass single layers may be ahead; {@code
   * trim(length())} realigns them.
   *
   * @return the smallest length over layers
   */
  int length();

  /**
   * One layer.
   *
   * @param index 0 to layers - 1
   * @return the layer
   */
  LayerCache layer(int index);

  /**
   * Whether {@link #trim(int)} to this length would succeed now.
   *
   * @param length rows to keep
   * @return true if every layer can keep exactly the first {@code length} rows
   */
  boolean canTrim(int length);

  /**
   * Keeps the first {@code length} rows of every layer bit for bit, or throws and changes nothing.
   *
   * @param length rows to keep, 0 to the current length; 0 also drops frozen tables
   * @throws TrimException if that is impossible, saying why
   */
  void trim(int length);

  /**
   * How many more rows can be appended before rows turn into codes: a rollback within them is
   * exact.
   *
   * @return rows until the next block is sealed, the smallest over layers
   */
  int rowsUntilSeal();

  /**
   * An independent cache with the same rows. Sealed blocks are shared and counted; sinks, window
   * and open block are copied.
   *
   * @return the fork; close it like any cache
   * @throws BudgetException if the copies do not fit; nothing has changed
   */
  KvCache fork();

  /**
   * Resident bytes by role, now.
   *
   * @return the ledger's figures
   */
  ByteReport bytes();

  /**
   * Coded and resident bits a number.
   *
   * @return both figures
   */
  BitReport bits();

  /**
   * What the tracks have to say about themselves: clamped values, outliers, gates.
   *
   * @return one line a figure
   */
  List<Figure> figures();

  /**
   * Working memory for one reader.
   *
   * @param workers threads that {@code extend} may use
   * @return scratch for every layer of this cache
   */
  Scratch newScratch(Workers workers);

  /** Waits for readers, then gives every byte back. Closing twice is quiet. */
  @Override
  void close();
}

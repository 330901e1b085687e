package dev.velox.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
   * Writes the whole sequence to one file, from which the cache engine restores it bit for bit.
   * Waits for the disk; a writer of this cache is refused meanwhile, readers are not.
   *
   * @param target the file, replaced whole or not at all
   * @throws StorageException if it cannot be written; the file that stood there is unchanged
   */
  default void snapshot(Path target) {
    snapshot(target, Map.of());
  }

  /**
   * As {@link #snapshot(Path)}, with notes of the application: the tokens the rows stand for, the
   * model they come from.
   *
   * @param target the file, replaced whole or not at all
   * @param notes bytes by name, of the form {@code [a-z][a-z0-9.-]*}
   * @throws StorageException if it cannot be written; the file that stood there is unchanged
   * @throws ConfigException for a name of another form
   */
  void snapshot(Path target, Map<String, byte[]> notes);

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

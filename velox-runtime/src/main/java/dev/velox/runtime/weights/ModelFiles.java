package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The files of one model, by name: a folder on disk or resources of a jar, read in the same way.
 */
public interface ModelFiles {

  /** Files of weights up to so many bytes are copied into memory: 1 GiB. */
  long COPIED = 1L << 30;

  /**
   * The name of the model, for results and messages.
   *
   * @return the folder's name or the name given to the resources
   */
  String name();

  /**
   * How a file is called in messages.
   *
   * @param file its name within the model
   * @return its name with the place it comes from
   */
  String label(String file);

  /**
   * Whether a file exists.
   *
   * @param file its name within the model
   * @return true if it can be opened
   */
  boolean has(String file);

  /**
   * Reads a small file whole.
   *
   * @param file its name within the model
   * @param limit bytes it may have at most
   * @return its bytes
   * @throws FormatException if it is missing, unreadable or longer than the limit
   */
  byte[] read(String file, int limit);

  /**
   * Brings a large file into native memory, copied or mapped.
   *
   * @param file its name within the model
   * @param arena owns the memory
   * @return all its bytes, read-only
   * @throws FormatException if it is missing or unreadable
   */
  MemorySegment map(String file, Arena arena);

  /**
   * Looks whether a mapped file still has its bytes: reading one that was cut off would end the
   * process, not the call.
   *
   * @param file its name within the model
   * @param bytes as many as were mapped
   * @throws FormatException if it has not
   */
  default void checkMapped(String file, long bytes) {}

  /**
   * A model in a folder; its files of weights are copied up to {@link #COPIED} bytes, and mapped
   * beyond.
   *
   * @param folder holds {@code config.json}, {@code tokenizer.json} and the weights; a path to a
   *     {@code .safetensors} file stands for its folder
   * @return its files
   * @throws FormatException if there is no such folder
   */
  static ModelFiles folder(Path folder) {
    return folder(folder, COPIED);
  }

  /**
   * A model in a folder. What is copied needs its size in memory, and stays as it was read whatever
   * becomes of the file. What is mapped shares the memory of the file system; if the file is cut
   * meanwhile, the next step throws a {@link FormatException}, but a step that is just reading the
   * lost pages may end the process.
   *
   * @param folder as for {@link #folder(Path)}
   * @param copied bytes of the largest file of weights that is copied; 0 to map all
   * @return its files
   * @throws FormatException if there is no such folder
   */
  static ModelFiles folder(Path folder, long copied) {
    return FolderFiles.open(folder, copied);
  }

  /**
   * A model in resources.
   *
   * @param name the name of the model
   * @param opener opens a file by name, or gives null where there is none
   * @return its files
   */
  static ModelFiles resources(String name, Function<String, @Nullable InputStream> opener) {
    return new ResourceFiles(name, opener);
  }
}

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
   * Brings a large file into native memory: mapped where it lies on disk, copied where it lies in a
   * jar.
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
   * A model in a folder.
   *
   * @param folder holds {@code config.json}, {@code tokenizer.json} and the weights; a path to a
   *     {@code .safetensors} file stands for its folder
   * @return its files
   * @throws FormatException if there is no such folder
   */
  static ModelFiles folder(Path folder) {
    return FolderFiles.open(folder);
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

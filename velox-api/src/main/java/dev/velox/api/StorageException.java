package dev.velox.api;

/**
 * A file that could not be written. Whatever stood there before is as it was, and nothing is left
 * beside it.
 */
public final class StorageException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final String file;

  /**
   * A failed write.
   *
   * @param file the file that was to be written
   * @param cause what the system said
   */
  public StorageException(String file, Throwable cause) {
    super(
        file
            + ": could not be written ("
            + cause
            + "); what stood there is unchanged; make room, or name a file in a folder that can be"
            + " written",
        cause);
    this.file = file;
  }

  /**
   * Which file.
   *
   * @return its name
   */
  public String file() {
    return file;
  }
}

package dev.velox.api;

import org.jspecify.annotations.Nullable;

/** A file whose contents break its format. */
public final class FormatException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final long offset;
  private final String field;
  private final String found;
  private final String allowed;

  /**
   * A refused file.
   *
   * @param file its name
   * @param offset the byte where the field stands, or -1
   * @param field what was being read
   * @param found what stands there
   * @param allowed what may stand there
   */
  public FormatException(String file, long offset, String field, Object found, String allowed) {
    this(file, offset, field, found, allowed, null);
  }

  /**
   * A refused file, with the fault beneath.
   *
   * @param file its name
   * @param offset the byte where the field stands, or -1
   * @param field what was being read
   * @param found what stands there
   * @param allowed what may stand there
   * @param cause the fault beneath, or null
   */
  public FormatException(
      String file,
      long offset,
      String field,
      Object found,
      String allowed,
      @Nullable Throwable cause) {
    super(
        file
            + (offset < 0 ? "" : " at byte " + offset)
            + ": "
            + field
            + " is '"
            + found
            + "', "
            + allowed,
        cause);
    this.file = file;
    this.offset = offset;
    this.field = field;
    this.found = String.valueOf(found);
    this.allowed = allowed;
  }

  /**
   * Which file.
   *
   * @return its name
   */
  public String file() {
    return file;
  }

  /**
   * Where in the file.
   *
   * @return a byte offset, or -1 where none applies
   */
  public long offset() {
    return offset;
  }

  /**
   * What was being read.
   *
   * @return the field
   */
  public String field() {
    return field;
  }

  /**
   * What stands there.
   *
   * @return its text
   */
  public String found() {
    return found;
  }

  /**
   * What may stand there.
   *
   * @return the rule
   */
  public String allowed() {
    return allowed;
  }
}

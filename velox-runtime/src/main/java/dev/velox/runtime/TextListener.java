package dev.velox.runtime;

/**
 * Receives a text while it is written. Called on the thread that generates; what it throws ends the
 * generation.
 */
@FunctionalInterface
public interface TextListener {

  /**
   * The next piece: whole characters, never empty, never part of a stop text. All pieces together
   * are the text of the result.
   *
   * @param piece the characters
   */
  void text(String piece);

  /**
   * How far the prompt has been read.
   *
   * @param done tokens read
   * @param total tokens to read before the first piece
   */
  default void prompt(int done, int total) {}
}

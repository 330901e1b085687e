package dev.velox.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How many tokens of a text run together.
 *
 * @param tokens at least 1; {@link Integer#MAX_VALUE} for all
 */
record Chunk(int tokens) {
  private static final String ALL = "all";

  /** Whether the whole text runs at once. */
  boolean all() {
    return tokens == Integer.MAX_VALUE;
  }

  /** Reads a chunk from an argument. */
  static final class Reader implements ITypeConverter<Chunk> {
    Reader() {}

    @Override
    public Chunk convert(String text) {
      if (text.equals(ALL)) {
        return new Chunk(Integer.MAX_VALUE);
      }
      try {
        int tokens = Integer.parseInt(text);
        if (tokens >= 1) {
          return new Chunk(tokens);
        }
      } catch (NumberFormatException e) {
        throw refusal(text);
      }
      throw refusal(text);
    }

    private static TypeConversionException refusal(String text) {
      return new TypeConversionException("'" + text + "' must be at least 1, or " + ALL);
    }
  }
}

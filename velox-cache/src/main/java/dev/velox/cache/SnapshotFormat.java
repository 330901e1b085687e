package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import java.util.List;

/** The numbers of the snapshot format, which {@code docs/snapshot-format.md} explains. */
final class SnapshotFormat {
  /** Files of another major version are refused. */
  static final int MAJOR = 1;

  /** Files of a newer minor version are refused, older ones are read. */
  static final int MINOR = 0;

  /** The first eight bytes: 0x89, VLXKV, carriage return, line feed. */
  static final long MAGIC = 0x0A0D_564B_584C_5689L;

  static final int HEADER_BYTES = 32;
  static final int SECTION_HEADER_BYTES = 24;
  static final int CHECKSUM_BYTES = 4;
  static final int DIGEST_BYTES = 32;
  static final String DIGEST = "SHA-256";

  /** Bytes that move between file and memory at once. */
  static final int CHUNK = 1 << 20;

  /** Most bytes of a section that is read whole before it is looked at. */
  static final long FIELDS_LIMIT = 1 << 30;

  /** The flag of a section that a reader must know. */
  static final int REQUIRED = 1;

  /** Most rotary pairs of all rotations together: bounds the tables that a small file asks for. */
  private static final long PAIRS_LIMIT = 1024;

  /** Most of rotary pairs x capacity, likewise. */
  private static final long PHASES_LIMIT = 1L << 31;

  private SnapshotFormat() {}

  /** What a section holds; its code is four letters in the file. */
  enum Kind {
    RECIPE("RECP"),
    NOTE("NOTE"),
    LAYER("LAYR"),
    ROLE("ROLE"),
    DATA("DATA");

    private final int code;

    Kind(String letters) {
      int sum = 0;
      for (int i = 0; i < letters.length(); i++) {
        sum |= letters.charAt(i) << (8 * i);
      }
      code = sum;
    }

    int code() {
      return code;
    }
  }

  /** The four letters of a code, other bytes as dots. */
  static String letters(int code) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Integer.BYTES; i++) {
      int c = (code >>> (8 * i)) & 0xff;
      text.append(c > ' ' && c < 0x7f ? (char) c : '.');
    }
    return text.toString();
  }

  /** Refuses what no snapshot may have, so that reading it stays cheap. */
  static void check(KvShape shape, List<AttentionSpec> attention) {
    long pairs =
        attention.stream().flatMap(a -> a.rope().stream()).distinct().mapToLong(Rope::pairs).sum();
    if (pairs > PAIRS_LIMIT) {
      throw new ConfigException(
          "snapshot", "rotary pairs", pairs, "must be at most " + PAIRS_LIMIT);
    }
    if (pairs * shape.capacity() > PHASES_LIMIT) {
      throw new ConfigException(
          "snapshot",
          "rotary pairs x capacity",
          pairs * shape.capacity(),
          "must be at most " + PHASES_LIMIT);
    }
  }
}

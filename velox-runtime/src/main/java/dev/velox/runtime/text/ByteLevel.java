package dev.velox.runtime.text;

import java.nio.charset.StandardCharsets;

/**
 * The alphabet of byte-level vocabularies: printable Latin-1 bytes stand for themselves, the other
 * 68 are written as the characters from U+0100 on, in order (Radford et al. 2019, GPT-2).
 */
final class ByteLevel {
  private static final int LIMIT = 0x100 + 68;
  private static final int[] BYTE_OF = table();

  private ByteLevel() {}

  private static int[] table() {
    int[] byteOf = new int[LIMIT];
    java.util.Arrays.fill(byteOf, -1);
    int next = 0x100;
    for (int b = 0; b < 256; b++) {
      boolean printable = (b >= '!' && b <= '~') || (b >= 0xa1 && b != 0xad);
      byteOf[printable ? b : next++] = b;
    }
    return byteOf;
  }

  /**
   * The bytes of a piece; a piece with a character outside the alphabet stands for its own UTF-8.
   */
  static byte[] decode(String piece) {
    byte[] bytes = new byte[piece.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = piece.charAt(i);
      int b = c < LIMIT ? BYTE_OF[c] : -1;
      if (b < 0) {
        return piece.getBytes(StandardCharsets.UTF_8);
      }
      bytes[i] = (byte) b;
    }
    return bytes;
  }
}

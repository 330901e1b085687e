package dev.velox.simd;

/** Index vectors that spread the entries of a few tokens over a whole table. */
final class ValueSpread {
  /** Sixteen entries (the low bytes of 16 ints) four times. */
  static final byte[] SIXTEEN = bytes(i -> i & 15);

  /**
   * Two tokens of eight entries: the first token's for index bits 0..2, the second's for bits 3..5.
   */
  static final byte[] TRIPLE_0 = bytes(i -> i & 7);

  static final byte[] TRIPLE_1 = bytes(i -> 8 + (i >> 3));

  /**
   * Four tokens of four entries: one token each, for the two low bits or the two high bits of a
   * nibble.
   */
  static final byte[] CRUMB_0 = bytes(i -> i & 3);

  static final byte[] CRUMB_1 = bytes(i -> 4 + ((i >> 2) & 3));
  static final byte[] CRUMB_2 = bytes(i -> 8 + (i & 3));
  static final byte[] CRUMB_3 = bytes(i -> 12 + ((i >> 2) & 3));

  /** The same for entries in the low halves of ints, looked up as shorts. */
  static final short[] SIXTEEN_WIDE = shorts(i -> i & 15);

  static final short[] TRIPLE_WIDE_0 = shorts(i -> i & 7);
  static final short[] TRIPLE_WIDE_1 = shorts(i -> 8 + (i >> 3));
  static final short[] TRIPLE_WIDE_2 = shorts(i -> 12 + (i >> 3));
  static final short[] CRUMB_WIDE_0 = shorts(i -> i & 3);
  static final short[] CRUMB_WIDE_1 = shorts(i -> 4 + ((i >> 2) & 3));
  static final short[] CRUMB_WIDE_2 = shorts(i -> 8 + (i & 3));
  static final short[] CRUMB_WIDE_3 = shorts(i -> 12 + ((i >> 2) & 3));

  /** Which of eight weights a lane takes: two tokens of eight levels. */
  static final int[] PAIR_0 = ints(i -> i >> 3);

  static final int[] PAIR_1 = ints(i -> 2 + (i >> 3));
  static final int[] PAIR_2 = ints(i -> 4 + (i >> 3));
  static final int[] PAIR_3 = ints(i -> 6 + (i >> 3));

  /** Which of four weights a lane takes: four tokens of four levels. */
  static final int[] FOURS = ints(i -> i >> 2);

  /** The entry an index asks for. */
  private interface Entry {
    int of(int index);
  }

  private ValueSpread() {}

  private static byte[] bytes(Entry entry) {
    byte[] spread = new byte[64];
    for (int i = 0; i < spread.length; i++) {
      spread[i] = (byte) (4 * entry.of(i));
    }
    return spread;
  }

  private static short[] shorts(Entry entry) {
    short[] spread = new short[32];
    for (int i = 0; i < spread.length; i++) {
      spread[i] = (short) (2 * entry.of(i));
    }
    return spread;
  }

  private static int[] ints(Entry entry) {
    int[] spread = new int[16];
    for (int i = 0; i < spread.length; i++) {
      spread[i] = entry.of(i);
    }
    return spread;
  }
}

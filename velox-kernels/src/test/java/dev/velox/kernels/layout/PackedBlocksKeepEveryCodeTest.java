package dev.velox.kernels.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Role;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed comes back, whole or in part, and no byte outside the block is touched. */
class PackedBlocksKeepEveryCodeTest {
  private static final int[] DIMS = {1, 2, 3, 4, 5, 7, 8, 9, 20, 24, 63, 64, 80, 128, 192};
  private static final byte GUARD = (byte) 0xa5;
  private static final int TOKENS = CodeLayout.TOKENS;

  private static byte[] codes(int dim, int bits, long seed) {
    byte[] codes = new byte[TOKENS * dim];
    new SplittableRandom(seed).nextBytes(codes);
    for (int i = 0; i < codes.length; i++) {
      codes[i] &= (byte) ((1 << bits) - 1);
    }
    return codes;
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void everyRangeOfTokensComesBack(Role role) {
    for (int dim : DIMS) {
      for (int bits = 1; bits <= 8; bits++) {
        CodeLayout layout = CodeLayout.of(role, dim, bits);
        byte[] codes = codes(dim, bits, 31L * dim + bits);
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment m = arena.allocate(layout.bytes() + 16);
          m.fill(GUARD);
          layout.pack(codes, 0, m, 8);
          for (int i = 0; i < 8; i++) {
            assertEquals(GUARD, m.get(ValueLayout.JAVA_BYTE, i), layout + " before");
            assertEquals(
                GUARD, m.get(ValueLayout.JAVA_BYTE, layout.bytes() + 8 + i), layout + " after");
          }
          MemorySegment block = m.asSlice(8, layout.bytes());
          for (int from = 0; from < TOKENS; from += 7) {
            for (int to : new int[] {from + 1, TOKENS}) {
              byte[] back = new byte[3 + (to - from) * dim + CodeLayout.SLACK];
              layout.unpack(block, 0, from, to, back, 3);
              assertArrayEquals(
                  Arrays.copyOfRange(codes, from * dim, to * dim),
                  Arrays.copyOfRange(back, 3, 3 + (to - from) * dim),
                  layout + " tokens " + from + ".." + to);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void onlyPaddingIsAddedToTheCodes(Role role) {
    for (int dim : DIMS) {
      for (int bits = 1; bits <= 8; bits++) {
        long bytes = CodeLayout.of(role, dim, bits).bytes();
        int step = bits == 3 ? 8 : bits == 2 ? 4 : bits == 4 ? 2 : 1;
        long keys = 8L * bits * ((dim + step - 1) / step * step);
        boolean runs = bits < 2 || bits > 4;
        long values = runs ? TOKENS * ((dim * bits + 7L) / 8) : 8L * bits * dim;
        String where = role + ", " + dim + " channels, " + bits + " bits";
        assertEquals(role == Role.KEYS ? keys : values, bytes, where);
        if (dim % 8 == 0) {
          assertEquals(8L * dim * bits, bytes);
        }
      }
    }
  }

  @Test
  void keysOfFourBitsLieAsPairsOfChannels() {
    byte[] codes = codes(128, 4, 5);
    byte[] packed = pack(CodeLayout.keys(128, 4), codes);
    for (int t = 0; t < TOKENS; t++) {
      int at = t < 32 ? 2 * t : 2 * (t - 32) + 1;
      for (int p = 0; p < 64; p++) {
        int expected = codes[t * 128 + 2 * p] | codes[t * 128 + 2 * p + 1] << 4;
        assertEquals((byte) expected, packed[p * 64 + at]);
      }
    }
  }

  @Test
  void keysOfThreeBitsLieAsFourPairsInThreeRows() {
    byte[] codes = codes(64, 3, 6);
    byte[] packed = pack(CodeLayout.keys(64, 3), codes);
    for (int t = 0; t < TOKENS; t++) {
      int at = t < 32 ? 2 * t : 2 * (t - 32) + 1;
      for (int g = 0; g < 8; g++) {
        int row = t * 64 + 8 * g;
        int[] pair =
            IntStream.range(0, 4)
                .map(i -> codes[row + 2 * i] | codes[row + 2 * i + 1] << 3)
                .toArray();
        for (int i = 0; i < 3; i++) {
          int expected = pair[i] | (pair[3] >> (2 * i) & 3) << 6;
          assertEquals((byte) expected, packed[g * 192 + 64 * i + at]);
        }
      }
    }
  }

  @Test
  void keysOfTwoBitsLieAsNibblesOfPairs() {
    byte[] codes = codes(64, 2, 7);
    byte[] packed = pack(CodeLayout.keys(64, 2), codes);
    for (int t = 0; t < TOKENS; t++) {
      int at = t < 32 ? 2 * t : 2 * (t - 32) + 1;
      for (int r = 0; r < 16; r++) {
        int row = t * 64 + 4 * r;
        int low = codes[row] | codes[row + 1] << 2;
        int high = codes[row + 2] | codes[row + 3] << 2;
        assertEquals((byte) (low | high << 4), packed[r * 64 + at]);
      }
    }
  }

  /** Byte of a channel in rows of 64 channels, the last of them {@code width} wide. */
  private static int slot(int channel, int width) {
    int i = channel % 64;
    int half = (width + 1) / 2;
    return i < half ? 2 * i : 2 * (i - half) + 1;
  }

  private static int code(byte[] codes, int dim, int token, int channel) {
    return codes[token * dim + channel];
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 128, 80, 24})
  void valuesOfFourBitsLieAsPairsOfTokens(int dim) {
    byte[] codes = codes(dim, 4, 8);
    byte[] packed = pack(CodeLayout.values(dim, 4), codes);
    for (int t = 0; t < TOKENS; t += 2) {
      for (int c = 0; c < dim; c++) {
        int expected = code(codes, dim, t, c) | code(codes, dim, t + 1, c) << 4;
        int row = c / 64 * 64;
        assertEquals((byte) expected, packed[t / 2 * dim + row + slot(c, width(dim, row))]);
      }
    }
  }

  private static int width(int dim, int row) {
    return Math.min(64, dim - row);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 128, 80, 24})
  void valuesOfThreeBitsLieAsFourPairsOfTokensInThreeRows(int dim) {
    byte[] codes = codes(dim, 3, 9);
    byte[] packed = pack(CodeLayout.values(dim, 3), codes);
    for (int t = 0; t < TOKENS; t += 8) {
      for (int c = 0; c < dim; c++) {
        int[] pair = new int[4];
        for (int k = 0; k < 4; k++) {
          pair[k] = code(codes, dim, t + 2 * k, c) | code(codes, dim, t + 2 * k + 1, c) << 3;
        }
        int row = c / 64 * 64;
        int at = 3 * (t / 8 * dim + row) + slot(c, width(dim, row));
        for (int k = 0; k < 3; k++) {
          int expected = pair[k] | (pair[3] >> (2 * k) & 3) << 6;
          assertEquals((byte) expected, packed[at + k * width(dim, row)]);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 128, 80, 24})
  void valuesOfTwoBitsLieAsFourTokens(int dim) {
    byte[] codes = codes(dim, 2, 10);
    byte[] packed = pack(CodeLayout.values(dim, 2), codes);
    for (int four = 0; four < 16; four++) {
      for (int c = 0; c < dim; c++) {
        int expected = 0;
        for (int t = 0; t < 4; t++) {
          expected |= code(codes, dim, 4 * four + t, c) << (2 * t);
        }
        int row = c / 64 * 64;
        assertEquals((byte) expected, packed[four * dim + row + slot(c, width(dim, row))]);
      }
    }
  }

  private static byte[] pack(CodeLayout layout, byte[] codes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(layout.bytes());
      layout.pack(codes, 0, m, 0);
      return m.toArray(ValueLayout.JAVA_BYTE);
    }
  }
}

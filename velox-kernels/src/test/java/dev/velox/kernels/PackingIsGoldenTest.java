package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packed codes are, byte for byte, what a string of bits says, for every width and length. */
class PackingIsGoldenTest {
  private static final CodeKernels CODES = Kernels.active().codes();

  /** An independent packer: the bits of all codes as text, last code first, cut into bytes. */
  private static byte[] pack(int bits, int[] codes) {
    StringBuilder text = new StringBuilder();
    for (int i = codes.length - 1; i >= 0; i--) {
      for (int b = bits - 1; b >= 0; b--) {
        text.append((codes[i] >> b) & 1);
      }
    }
    while (text.length() % 8 != 0) {
      text.insert(0, '0');
    }
    byte[] bytes = new byte[text.length() / 8];
    for (int i = 0; i < bytes.length; i++) {
      int end = text.length() - 8 * i;
      bytes[i] = (byte) Integer.parseInt(text.substring(end - 8, end), 2);
    }
    return bytes;
  }

  private static byte[] bytes(int[] codes) {
    byte[] bytes = new byte[codes.length];
    for (int i = 0; i < codes.length; i++) {
      bytes[i] = (byte) codes[i];
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1 0 1 1 0 0 1 0 1, 4d01",
    "2, 0 1 2 3 3 2 1 0 2, e41b02",
    "3, 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7, 88c6fa88c6fa",
    "4, 1 2 3 4 15 0 9, 21430f09",
    "5, 1 2 3 4 5 6 7 8, 410c52cc41",
    "6, 1 2 3 63, 8130fc",
    "7, 1 2 127, 01c11f",
    "8, 200 0 255, c800ff"
  })
  void goldenVectors(int bits, String codes, String hex) {
    String[] words = codes.trim().split(" ");
    byte[] values = new byte[words.length];
    for (int i = 0; i < words.length; i++) {
      values[i] = (byte) Integer.parseInt(words[i]);
    }
    assertPacked(bits, values, HexFormat.of().parseHex(hex));
  }

  @Test
  void everyWidthAndLength() {
    for (int bits = 1; bits <= 8; bits++) {
      for (int n = 0; n <= 17; n++) {
        int[] codes = new int[n];
        for (int i = 0; i < n; i++) {
          codes[i] = ((i * 0x9e37 >> 3) + i) & ((1 << bits) - 1);
        }
        assertPacked(bits, bytes(codes), pack(bits, codes));
      }
    }
  }

  private static void assertPacked(int bits, byte[] codes, byte[] packed) {
    int n = codes.length;
    assertEquals(packed.length, CodeKernels.packedBytes(bits, n));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment exact = arena.allocate(packed.length);
      exact.fill((byte) 0xff);
      CODES.pack(bits, codes, 0, n, exact, 0);
      assertArrayEquals(packed, exact.toArray(ValueLayout.JAVA_BYTE));
      byte[] back = new byte[n];
      CODES.unpack(bits, exact, 0, n, back, 0);
      assertArrayEquals(codes, back);
      float[] values = new float[n];
      CODES.unpackFloats(bits, exact, 0, n, values, 0);
      for (int i = 0; i < n; i++) {
        assertEquals(Byte.toUnsignedInt(codes[i]), values[i]);
      }
    }
  }

  @Test
  void bitsAboveTheWidthAreDropped() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(1);
      CODES.pack(2, new byte[] {(byte) 0xff, 4, (byte) 0xf9}, 0, 3, m, 0);
      assertEquals(0b01_00_11, m.get(ValueLayout.JAVA_BYTE, 0));
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "9", "-1"})
  void otherWidthsAreRefused(int bits) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(8);
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> CODES.pack(bits, new byte[1], 0, 1, m, 0));
      assertEquals("code width is " + bits + ", must be 1 to 8", e.getMessage());
      assertThrows(
          IllegalArgumentException.class, () -> CODES.unpack(bits, m, 0, 1, new byte[1], 0));
    }
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bytes worked out by hand: the stored form is a promise. */
class GoldenBytesTest {

  private static String hex(byte[] bytes, int from, int n) {
    return HexFormat.of().formatHex(bytes, from, from + n);
  }

  /** Middle 1.5, scale 1, codes 0 1 2 3; the second group is ragged: middle 2, scale 0. */
  @Test
  void oneToken() {
    float[] row = {0, 1, 2, 3, 2};
    Opened o = new Opened("skvq:reorder=false,group-size=4", 5).append(row);
    assertEquals("e400", hex(o.firstCodes(), 0, 2));
    assertEquals("003c", hex(o.bytes("block/0/block"), 0, 2));
    assertEquals("0000", hex(o.bytes("block/0/block"), 64 * 2, 2));
    assertEquals("003e", hex(o.bytes("block/0/block"), 64 * 2 * 2, 2));
    assertEquals("0040", hex(o.bytes("block/0/block"), 64 * 2 * 3, 2));
    assertArrayEquals(row, o.decode());
  }

  /** Times 2^8, a scale of 1 is 256 and a middle of 1.5 is 384. */
  @Test
  void eightBitMetadata() {
    float[] row = {0, 1, 2, 3};
    Opened o = new Opened("skvq:reorder=false,group-size=4,metadata=f8", 4).append(row);
    byte[] parameters = o.bytes("block/0/block");
    assertEquals(0x78, parameters[0]);
    assertEquals(0x7c, parameters[64]);
    assertArrayEquals(new byte[] {-8}, o.bytes("block/0/exponents"));
    assertArrayEquals(row, o.decode());
  }

  /** Codes 0 1 2 2 0 and 1: 0 + 3 + 18 + 54 + 0 = 75, then 1; tokens follow without a gap. */
  @Test
  void threeLevels() {
    float[] rows = {-1, 0, 1, 1, -1, 0};
    Opened o = new Opened("skvq:bits=1.5,reorder=false,group-size=3", 3).append(rows);
    assertEquals("4b01", hex(o.firstCodes(), 0, 2));
    assertArrayEquals(rows, o.decode());
    assertEquals(39, o.firstCodes().length);
  }

  @Test
  void anyRunOfThreeLevelsComesBack() {
    byte[] codes = new byte[243 * 5 + 3];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) (i / 5 / new int[] {1, 3, 9, 27, 81}[i % 5] % 3);
    }
    byte[] packed = new byte[244];
    MemorySegment run = MemorySegment.ofArray(packed);
    Trits.pack(codes, codes.length, run, 0);
    for (int first = 0; first < 17; first++) {
      float[] back = new float[codes.length - first];
      Trits.unpack(run, 0, first, back.length, back, 0);
      for (int i = 0; i < back.length; i++) {
        assertEquals(codes[first + i], back[i], "code " + (first + i));
      }
    }
    for (int b = 0; b < 243; b++) {
      assertEquals((byte) b, packed[b]);
    }
  }

  /** Ranges 4, 1, 2, 1 of four channels: ties keep the lower channel first. */
  @Test
  void theOrder() {
    float[] rows = new float[128 * 4];
    float[] ends = {4, 1, 2, 1};
    for (int c = 0; c < 4; c++) {
      rows[4 * (5 + c) + c] = ends[c];
    }
    Opened o = new Opened("skvq:group-size=2", 4).append(rows);
    assertEquals("01030200", hex(o.bytes("table/order"), 0, 4));
  }

  /** Deviations 1 and 3000 are 2^-10 and 1: a channel is never scaled up by more than 1024. */
  @Test
  void theScales() {
    float[] rows = new float[128 * 3];
    for (int t = 0; t < 128; t++) {
      rows[3 * t] = t % 2 == 0 ? 1 : -1;
      rows[3 * t + 1] = t % 2 == 0 ? 3000 : -3000;
      rows[3 * t + 2] = 7;
    }
    Opened o = new Opened("skvq:group-size=1,channel-scale=true,reorder=false", 3).append(rows);
    assertEquals("0014003c003c", hex(o.bytes("table/scale"), 0, 6));
    assertArrayEquals(Arrays.copyOf(rows, 6), Arrays.copyOf(o.decode(), 6));
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Eight-bit floats are those of the format, rounded to nearest even, or up. */
class EightBitFloatsTest {

  private static double byFormula(int code) {
    int exponent = code >> 3 & 15;
    double fraction = (code & 7) / 8.0;
    double magnitude =
        exponent == 0
            ? StrictMath.scalb(fraction, -6)
            : StrictMath.scalb(1 + fraction, exponent - 7);
    return code < 128 ? magnitude : -magnitude;
  }

  @Test
  void everyByte() {
    for (int code = 0; code < 256; code++) {
      if ((code & 0x7f) != 0x7f) {
        assertEquals(byFormula(code), E4m3.value((byte) code), 0.0, "byte " + code);
        int back = E4m3.nearest((float) byFormula(code)) & 0xff;
        assertEquals(code == 0x80 ? 0 : code, back, "number of byte " + code);
      }
    }
  }

  @Test
  void nearestAndUp() {
    for (int code = 0; code < 0x7e; code++) {
      double low = byFormula(code);
      double high = byFormula(code + 1);
      int even = code % 2 == 0 ? code : code + 1;
      assertEquals(even, E4m3.nearest((float) ((low + high) / 2)), "a tie above " + low);
      assertEquals(code, E4m3.nearest((float) (low * 0.51 + high * 0.49)));
      assertEquals(code + 1, E4m3.nearest((float) (low * 0.49 + high * 0.51)));
      assertEquals(code, E4m3.up(low));
      assertEquals(code + 1, E4m3.up(low * 0.99 + high * 0.01));
      assertEquals(code + 1, E4m3.up(Math.nextUp(low)));
    }
    for (float beyond : new float[] {449, 1e6f, Float.MAX_VALUE}) {
      assertEquals(448, E4m3.value(E4m3.nearest(beyond)));
      assertEquals(-448, E4m3.value(E4m3.nearest(-beyond)));
      assertEquals(448, E4m3.value(E4m3.up(beyond)));
    }
  }

  /**
   * Numbers of any magnitude find a power of two that holds them, and are rounded by a sixteenth.
   */
  @Test
  void aSharedPowerOfTwoHoldsAnyMagnitude() {
    for (double largest = 1e-25; largest < 1e5; largest *= 1.7) {
      int exponent = Metadata.F8.exponent(largest);
      assertEquals(largest, Metadata.F8.nearest(largest, exponent), largest / 16);
      float up = Metadata.F8.up(1.0625 * largest, exponent);
      assertTrue(up >= 1.0625 * largest && up <= 1.2 * largest, largest + " became " + up);
      assertEquals(
          -largest / 1000, Metadata.F8.nearest(-largest / 1000, exponent), largest / 16000);
    }
    assertEquals(0, Metadata.F8.exponent(0));
  }
}

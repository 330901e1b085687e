package dev.velox.kernels.layout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Entries of 8 bits are taken only where their errors vanish in those of codes. */
class EightBitEntriesTest {
  private static final int DIM = 128;
  private static final float[] NORMAL = {-1.51f, -.4528f, .4528f, 1.51f};

  private static float[] book(float... sizes) {
    float[] book = new float[DIM * 4];
    for (int c = 0; c < DIM; c++) {
      for (int i = 0; i < 4; i++) {
        book[c * 4 + i] = NORMAL[i] * sizes[c % sizes.length];
      }
    }
    return book;
  }

  private static boolean serve(float[] q, float[] book) {
    return KeyTables.eightBitsServe(q, 0, DIM, 2, book, 0, 4);
  }

  @Test
  void channelsOfAnySizeAreServed() {
    float[] q = new float[DIM];
    Arrays.fill(q, 1);
    assertTrue(serve(q, book(1)));
    assertTrue(serve(q, book(1, 30, .1f, 2)));
    float[] one = new float[DIM];
    one[77] = -5;
    assertTrue(serve(one, book(1)));
  }

  @Test
  void aLevelFarFromTheOthersIsNot() {
    float[] q = new float[DIM];
    Arrays.fill(q, 1);
    float[] book = book(1);
    book[3] = 400;
    assertFalse(serve(q, book));
  }

  @Test
  void nothingToTellApartIsNot() {
    assertFalse(serve(new float[DIM], book(1)));
    float[] q = new float[DIM];
    Arrays.fill(q, 1);
    assertFalse(serve(q, new float[DIM * 4]));
  }

  @Test
  void fourBitsOnAGridAreServedUnlessOneChannelIsLoud() {
    float[] grid = new float[16];
    for (int i = 0; i < 16; i++) {
      grid[i] = i - 7.5f;
    }
    float[] q = new float[32];
    Arrays.fill(q, -1);
    assertTrue(KeyTables.eightBitsServe(q, 0, 32, 4, grid, 0, 0));
    q[5] = 20;
    assertFalse(KeyTables.eightBitsServe(q, 0, 32, 4, grid, 0, 0));
  }
}

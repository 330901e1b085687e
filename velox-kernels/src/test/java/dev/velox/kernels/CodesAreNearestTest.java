package dev.velox.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A number gets the code nearest to it; ties go to the even code; codes never leave their range.
 */
class CodesAreNearestTest {
  private static final GroupKernels GROUPS = Kernels.active().groups();

  private static int[] codes(float[] x, float zero, float scale, int maxCode) {
    byte[] codes = new byte[x.length];
    GROUPS.encode(x, 0, x.length, zero, scale, maxCode, codes, 0);
    int[] unsigned = new int[codes.length];
    for (int i = 0; i < codes.length; i++) {
      unsigned[i] = Byte.toUnsignedInt(codes[i]);
    }
    return unsigned;
  }

  @Test
  void betweenCodePoints() {
    float[] parts = {.25f, .49f, .51f, .75f};
    for (int maxCode : new int[] {1, 3, 7, 15, 31, 63, 127, 255}) {
      float[] x = new float[maxCode * 4];
      int[] expected = new int[x.length];
      for (int i = 0; i < x.length; i++) {
        x[i] = (i / 4 + parts[i % 4]) * 0.5f - 3f;
        expected[i] = i / 4 + (i % 4) / 2;
      }
      assertArrayEquals(expected, codes(x, -3f, 0.5f, maxCode));
    }
  }

  /** A reciprocal instead of a division flips some of these. */
  @Test
  void tiesAndTheirNeighboursByTrueDivision() {
    SplittableRandom random = new SplittableRandom(20);
    for (int round = 0; round < 1000; round++) {
      float scale = (float) (1e-3 + random.nextDouble());
      float[] x = new float[45];
      int[] expected = new int[45];
      for (int i = 0; i < 45; i++) {
        float tie = (i / 3 + 0.5f) * scale;
        x[i] = i % 3 == 0 ? tie : i % 3 == 1 ? Math.nextUp(tie) : Math.nextDown(tie);
        expected[i] = (int) Math.clamp(Math.rint((double) (x[i] / scale)), 0, 15);
      }
      assertArrayEquals(expected, codes(x, 0f, scale, 15));
    }
  }

  @Test
  void exactTiesGoToEven() {
    float[] x = new float[32];
    int[] expected = new int[32];
    for (int i = 0; i < 32; i++) {
      x[i] = i + 0.5f;
      expected[i] = i % 2 == 0 ? i : i + 1;
    }
    assertArrayEquals(expected, codes(x, 0f, 1f, 255));
  }

  @Test
  void outsideTheRangeIsClamped() {
    float[] x = new float[20];
    int[] expected = new int[20];
    float[] odd = {-1e30f, Float.NEGATIVE_INFINITY, 1e30f, Float.POSITIVE_INFINITY, 300f};
    for (int i = 0; i < 20; i++) {
      x[i] = odd[i % 5];
      expected[i] = i % 5 < 2 ? 0 : 200;
    }
    assertArrayEquals(expected, codes(x, 0f, 1f, 200));
  }

  @Test
  void aConstantGroupComesBackExactly() {
    float[] x = new float[33];
    java.util.Arrays.fill(x, -7.5f);
    float[] extremes = new float[2];
    GROUPS.minMax(x, 0, 33, extremes);
    assertEquals(extremes[0], extremes[1]);
    byte[] codes = new byte[33];
    java.util.Arrays.fill(codes, (byte) 9);
    GROUPS.encode(x, 0, 33, extremes[0], 0f, 15, codes, 0);
    float[] back = new float[33];
    GROUPS.decode(codes, 0, 33, extremes[0], 0f, back, 0);
    assertArrayEquals(new byte[33], codes);
    assertArrayEquals(x, back);
  }

  @Test
  void columnsAreCodedLikeRuns() {
    int rows = 21;
    int dim = 19;
    float[] x = new float[rows * dim];
    for (int i = 0; i < x.length; i++) {
      x[i] = (i * 7919 % 1000) * 0.013f;
    }
    float[] min = new float[dim];
    float[] max = new float[dim];
    GROUPS.minMaxColumns(x, 0, dim, rows, dim, min, 0, max, 0);
    float[] scale = new float[dim];
    for (int c = 0; c < dim; c++) {
      scale[c] = c == 4 ? 0f : (max[c] - min[c]) / 7;
    }
    byte[] codes = new byte[x.length];
    GROUPS.encodeColumns(x, 0, dim, rows, dim, min, 0, scale, 0, 7, codes, 0);
    float[] back = new float[x.length];
    GROUPS.decodeColumns(codes, 0, rows, dim, min, 0, scale, 0, back, 0, dim);
    for (int c = 0; c < dim; c++) {
      float[] column = new float[rows];
      float[] decoded = new float[rows];
      for (int r = 0; r < rows; r++) {
        column[r] = x[r * dim + c];
        decoded[r] = back[r * dim + c];
      }
      byte[] run = new byte[rows];
      float[] runBack = new float[rows];
      GROUPS.encode(column, 0, rows, min[c], scale[c], 7, run, 0);
      GROUPS.decode(run, 0, rows, min[c], scale[c], runBack, 0);
      assertArrayEquals(run, java.util.Arrays.copyOfRange(codes, c * rows, (c + 1) * rows));
      assertArrayEquals(runBack, decoded);
    }
  }
}

package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rotations keep lengths and angles, have determinant one, and come from their seed alone. */
class RotationsAreOrthogonalTest {
  private static FrozenRandom.Source source(long seed, int layer, Role role) {
    return new FrozenRandom.Source(seed, layer, role, 0);
  }

  private static Rotation rotation(String rule, int dim, FrozenRandom.Source source) {
    return rule.equals("qr")
        ? new QrRotation(dim, source)
        : HadamardRotation.draw(dim, source.open());
  }

  /** The images of the unit vectors, one a row. */
  private static float[] images(Rotation rotation, int dim) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment table = table(rotation, arena);
      float[] x = identity(dim);
      rotation.forward(table, x, 0, dim, dim, new float[rotation.workFloats(dim)], 0);
      return x;
    }
  }

  private static MemorySegment table(Rotation rotation, Arena arena) {
    MemorySegment table = arena.allocate(Math.max(1, rotation.tableBytes()));
    rotation.fill(table);
    return table;
  }

  private static float[] identity(int dim) {
    float[] x = new float[dim * dim];
    for (int i = 0; i < dim; i++) {
      x[i * dim + i] = 1;
    }
    return x;
  }

  @ParameterizedTest
  @CsvSource({
    "hadamard,2",
    "hadamard,4",
    "hadamard,8",
    "hadamard,24",
    "hadamard,32",
    "hadamard,48",
    "hadamard,64",
    "hadamard,80",
    "hadamard,96",
    "hadamard,112",
    "hadamard,120",
    "hadamard,128",
    "hadamard,192",
    "hadamard,256",
    "hadamard,576",
    "qr,2",
    "qr,3",
    "qr,20",
    "qr,64",
    "qr,80",
    "qr,128"
  })
  void withDeterminantOneAndAnInverse(String rule, int dim) {
    Rotation rotation = rotation(rule, dim, source(42, 3, Role.KEYS));
    float[] m = images(rotation, dim);
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j <= i; j++) {
        double product = Vectors.dot(m, i * dim, m, j * dim, dim);
        assertEquals(i == j ? 1 : 0, product, 1e-6, "rows " + i + ", " + j);
      }
    }
    assertEquals(1, determinant(m, dim), 1e-4);
    float[] rows = Vectors.gaussian(5, dim, dim);
    float[] there = rows.clone();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment table = table(rotation, arena);
      float[] work = new float[rotation.workFloats(5)];
      rotation.forward(table, there, 0, dim, 5, work, 0);
      assertTrue(Vectors.squaredError(rows, there, 0, rows.length) > dim);
      rotation.backward(table, there, 0, dim, 5, work, 0);
    }
    assertArrayEquals(rows, there, 1e-5f);
  }

  private static double determinant(float[] m, int n) {
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = m[i * n + j];
      }
    }
    double determinant = 1;
    for (int i = 0; i < n; i++) {
      int best = i;
      for (int r = i; r < n; r++) {
        best = Math.abs(a[r][i]) > Math.abs(a[best][i]) ? r : best;
      }
      determinant *= best == i ? a[best][i] : -a[best][i];
      double[] row = a[best];
      a[best] = a[i];
      a[i] = row;
      for (int r = i + 1; r < n; r++) {
        double factor = a[r][i] / row[i];
        for (int c = i; c < n; c++) {
          a[r][c] -= factor * row[c];
        }
      }
    }
    return determinant;
  }

  /** No channel stays in its block: it spreads over at least a quarter of all coordinates. */
  @ParameterizedTest
  @CsvSource({"24", "48", "80", "96", "112", "120", "192", "576"})
  void everyChannelMixesWithAllBlocks(int dim) {
    float[] m = images(rotation("hadamard", dim, source(42, 0, Role.VALUES)), dim);
    int first = Integer.highestOneBit(dim);
    for (int c = 0; c < dim; c++) {
      double fourth = 0;
      for (int k = 0; k < dim; k++) {
        fourth += Math.pow(m[c * dim + k], 4);
      }
      assertTrue(1 / fourth > dim / 4.0, "channel " + c + " on " + 1 / fourth + " coordinates");
      double large = Vectors.dot(m, c * dim, m, c * dim, first);
      double fair = (double) first / dim;
      assertEquals(fair, large, .25, "channel " + c + " in the largest block");
    }
  }

  @ParameterizedTest
  @CsvSource({"hadamard,128", "qr,128", "hadamard,80"})
  void coordinatesOfUnitVectorsHaveUnitVarianceTimesD(String rule, int dim) {
    Rotation rotation = rotation(rule, dim, source(42, 0, Role.KEYS));
    float[] rows = new float[500 * dim];
    for (int r = 0; r < 500; r++) {
      rows[r * dim + r % dim] = .8f;
      rows[r * dim + (r * 7 + 3) % dim] -= .6f;
      double norm = Vectors.norm(rows, r * dim, dim);
      for (int c = 0; c < dim; c++) {
        rows[r * dim + c] /= (float) norm;
      }
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment table = table(rotation, arena);
      rotation.forward(table, rows, 0, dim, 500, new float[rotation.workFloats(500)], 0);
    }
    assertEquals(1, dim * Vectors.dot(rows, 0, rows, 0, rows.length) / rows.length, .02);
  }

  @ParameterizedTest
  @CsvSource({"hadamard,64", "qr,64", "hadamard,80"})
  void oneForEachSeedLayerAndRole(String rule, int dim) {
    float[] first = images(rotation(rule, dim, source(42, 1, Role.KEYS)), dim);
    assertArrayEquals(first, images(rotation(rule, dim, source(42, 1, Role.KEYS)), dim), 0f);
    for (FrozenRandom.Source other :
        new FrozenRandom.Source[] {
          source(43, 1, Role.KEYS), source(42, 2, Role.KEYS), source(42, 1, Role.VALUES)
        }) {
      assertFalse(Arrays.equals(first, images(rotation(rule, dim, other), dim)), other.toString());
    }
  }

  /** Part of the format: a change here makes every stored code unreadable. */
  @Test
  void theStreamIsFrozen() {
    FrozenRandom random = source(42, 5, Role.VALUES).open();
    long[] expected = {-7561332945024820123L, 8569680015793850286L, 3588361053197513472L};
    long[] numbers = {random.nextLong(), random.nextLong(), random.nextLong()};
    assertArrayEquals(expected, numbers, Arrays.toString(numbers));
  }

  @Test
  void normalNumbersAreNormal() {
    FrozenRandom random = source(1, 0, Role.KEYS).open();
    int n = 200_000;
    double[] moments = new double[5];
    for (int i = 0; i < n; i++) {
      double x = random.nextGaussian();
      double power = 1;
      for (int k = 1; k < 5; k++) {
        power *= x;
        moments[k] += power / n;
      }
    }
    assertEquals(0, moments[1], .01);
    assertEquals(1, moments[2], .01);
    assertEquals(0, moments[3], .03);
    assertEquals(3, moments[4], .06);
  }
}

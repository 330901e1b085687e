package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The claims that every law rests on fail when they are false, wherever the bad number stands. */
class ClaimsFailTest {
  private static final int N = 67;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 33, N - 1})
  void oneNumberThatIsNotFinite(int at) {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      float[] rows = rows();
      assertDoesNotThrow(() -> Claim.finite(rows, Role.KEYS));
      rows[at] = bad;
      assertThrows(AssertionError.class, () -> Claim.finite(rows, Role.KEYS));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 33, N - 1})
  void oneBit(int at) {
    float[] expected = rows();
    expected[at] = 0f;
    for (float other : new float[] {-0f, Float.MIN_VALUE, Float.NaN, 1f}) {
      float[] found = expected.clone();
      assertDoesNotThrow(() -> Claim.sameBits(expected, found, "rows"));
      found[at] = other;
      AssertionError e =
          assertThrows(AssertionError.class, () -> Claim.sameBits(expected, found, "rows"));
      assertTrue(String.valueOf(e.getMessage()).contains("float " + at + " is"), e::getMessage);
      assertDoesNotThrow(() -> Claim.sameStart(expected, found, at, "rows before"));
    }
  }

  private static float[] rows() {
    float[] rows = new float[N];
    for (int i = 0; i < N; i++) {
      rows[i] = Noise.normal(3, i);
    }
    return rows;
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest W rows are exact at every length of a growing sequence, not only now and then. */
class RecentRowsAreExactTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 37, 128})
  void atEveryLength(int window) {
    try (Sequence s = new Sequence("skvq;window=" + window)) {
      for (int n = 1; n <= 128 + window + 5 + 3 * 64 + 2; n++) {
        s.append(1);
        int from = Math.max(0, n - window);
        for (Role role : Role.values()) {
          assertArrayEquals(s.originals(role, from, n), s.rows(role, from, n), role + " at " + n);
        }
      }
      assertTrue(s.frontier() >= 5 + 128 + 3 * 64, "coded up to " + s.frontier());
    }
  }
}

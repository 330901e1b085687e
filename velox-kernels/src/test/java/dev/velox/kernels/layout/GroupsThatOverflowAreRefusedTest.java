package dev.velox.kernels.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables serve a group of keys only if its sums fit 16 bits, and whole rows at every width. */
class GroupsThatOverflowAreRefusedTest {

  @ParameterizedTest
  @CsvSource({
    "KEYS, 576, 4, 256, true", "KEYS, 576, 4, 576, false", "KEYS, 512, 3, 512, true",
    "KEYS, 1024, 3, 1024, false", "KEYS, 512, 2, 512, true", "KEYS, 1024, 2, 1024, false",
    "KEYS, 64, 4, 12, false", "KEYS, 60, 4, 32, false", "KEYS, 64, 5, 32, false",
    "VALUES, 576, 4, 576, true", "VALUES, 64, 4, 16, false", "VALUES, 80, 4, 32, false",
  })
  void byGeometry(Role role, int dim, int bits, int group, boolean served) {
    assertEquals(served, GroupTables.of(role, dim, bits, group, 0).isPresent());
  }
}

package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seed's table of effective bits, to two decimals, and what keys alone take. */
class SeedNuqBitsTest {

  @ParameterizedTest
  @CsvSource({
    "128, 4.48, 4.35, 4.29",
    "512, 3.68, 3.59, 3.51",
    "1024, 3.54, 3.45, 3.37",
    "4096, 3.55, 3.43, 3.27"
  })
  void theSeedsTable(int tokens, double seed, double keys, double local) {
    SeedNuqBits formula = new SeedNuqBits(64, 3, 0.01, 1);
    assertEquals(seed, formula.effectiveBits(tokens), .005);
    assertEquals(keys, formula.keysAlone(tokens), .0051);
    assertEquals(local, formula.keysWithLocalPositions(tokens), .005);
  }

  /** The bytes behind it at 128 tokens: 3,048 codes, 1,024 table, 384 outliers, 128 sink. */
  @Test
  void itsTerms() {
    assertEquals(
        8.0 * (3048 + 1024 + 384 + 128) / (128 * 64),
        new SeedNuqBits(64, 3, 0.01, 1).effectiveBits(128));
    assertEquals(8.0 * (3072 + 1024) / 8192, new SeedNuqBits(64, 3, 0, 0).effectiveBits(128));
  }

  @Test
  void moreContextTakesFewerBitsUntilTheIndexGrows() {
    SeedNuqBits formula = new SeedNuqBits(64, 3, 0.01, 1);
    assertTrue(formula.effectiveBits(1000) < formula.effectiveBits(500));
    assertTrue(formula.effectiveBits(1026) > formula.effectiveBits(1025));
    assertTrue(formula.keysWithLocalPositions(4096) < formula.keysWithLocalPositions(1024));
  }

  @Test
  void whatHasNoMeaningIsRefused() {
    assertThrows(ConfigException.class, () -> new SeedNuqBits(0, 3, 0.01, 1));
    assertThrows(ConfigException.class, () -> new SeedNuqBits(64, 9, 0.01, 1));
    assertThrows(ConfigException.class, () -> new SeedNuqBits(64, 3, 0.5, 1));
    assertThrows(ConfigException.class, () -> new SeedNuqBits(64, 3, Double.NaN, 1));
    assertThrows(ConfigException.class, () -> new SeedNuqBits(64, 3, 0.01, -1));
    SeedNuqBits formula = new SeedNuqBits(64, 3, 0.01, 4);
    assertThrows(ConfigException.class, () -> formula.effectiveBits(4));
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bytes at 400 lengths of a growing sequence are those of the closed form: for n coded rows of a
 * head {@code ceil(n D b / 8) + n ceil(D / g) * 4} (2 with eight-bit metadata, and one a block),
 * and once a byte a channel for the order and two for scales.
 */
class BytesMatchTheClosedFormTest {

  @ParameterizedTest
  @CsvSource({
    "'skvq;center=off', 2, 32, 4, 1",
    "'skvq:bits=3,group-size=24,metadata=f8;center=off', 3, 24, 2, 1",
    "'skvq:bits=1.5,group-size=16,channel-scale=true;center=off', 1.6, 16, 4, 3",
    "'skvq:bits=4,reorder=false;center=off;sinks=0;window=0', 4, 32, 4, 0"
  })
  void atFourHundredLengths(String spec, double bits, int group, int pair, int tables) {
    int exact = spec.contains("window=0") ? 0 : 5 + 128;
    int first = tables == 0 ? 64 : 128;
    try (Sequence s = new Sequence(spec)) {
      for (int length = 5; length <= 2000; length += 5) {
        s.append(5);
        int ready = length - 1 - exact;
        int n = ready < first ? 0 : first + (ready - first) / 64 * 64;
        int blocks = n / 64;
        long codes = 2 * blocks * (long) Math.ceil(Math.round(64 * 64 * bits * 10) / 80.0);
        long groups = (64 + group - 1) / group;
        long parameters = 2 * (n * groups * pair + (pair == 2 ? blocks : 0));
        String when = spec + " at " + length;
        assertEquals(codes, s.cache.bytes().keyCodes(), when);
        assertEquals(codes, s.cache.bytes().valueCodes(), when);
        assertEquals(2 * parameters, s.cache.bytes().parameters(), when);
        assertEquals(n == 0 ? 0 : 2 * 2 * 64L * tables, s.cache.bytes().tables(), when);
      }
    }
  }
}

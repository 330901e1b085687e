package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Metadata is rounded before codes are computed: every code is the nearest level of the grid as it
 * is stored, and without clipping the stored grid covers its group.
 */
class CodesAreNearestUnderStoredMetadataTest {
  private static final int DIM = 64;
  private static final int GROUP = 16;

  @ParameterizedTest
  @CsvSource({"1,F16", "1,F8", "1.5,F8", "2,F16", "2,F8", "3,F8", "4,F16", "4,F8", "8,F16", "8,F8"})
  void everyCode(String bits, Metadata metadata) {
    Gaussian random = new Gaussian(21);
    float[] rows = random.rows(64, random.decades(-3, 3, DIM));
    Levels levels = Levels.parse(bits);
    String options = "skvq:reorder=false,group-size=16,bits=" + bits + ",metadata=";
    for (String clip : new String[] {"true", "false"}) {
      Opened o =
          new Opened(
                  options + (metadata == Metadata.F8 ? "f8" : "f16") + ",clip-search=" + clip, DIM)
              .append(rows);
      int[] codes = o.codes(64);
      float[] decoded = o.decode();
      MemorySegment parameters = o.part("block/0/block");
      SkvqShape shape = new SkvqShape(Role.KEYS, 1, DIM, levels, GROUP, metadata, false, false);
      int exponent = metadata.shared() ? o.bytes("block/0/exponents")[0] : 0;
      float[] pair = new float[2];
      for (int i = 0; i < rows.length; i++) {
        int token = i / DIM;
        int g = i % DIM / GROUP;
        metadata.load(parameters, shape.scaleAt(g, token), 1, exponent, pair, 0);
        metadata.load(parameters, shape.middleAt(g, token), 1, exponent, pair, 1);
        double step = (double) pair[0] * levels.unit();
        double own = off(rows[i], pair[1], step, codes[i], levels);
        double tolerance = 1e-5 * (Math.abs(rows[i]) + Math.abs(pair[1]) + step);
        String what = "number " + i + ", clip " + clip;
        for (int code = 0; code <= levels.maxCode(); code++) {
          double other = off(rows[i], pair[1], step, code, levels);
          assertTrue(own <= other + tolerance, what + ": code " + code + " is nearer");
        }
        assertTrue(Math.abs(Math.abs(decoded[i] - rows[i]) - own) <= tolerance, what);
        if (clip.equals("false")) {
          assertTrue(own <= step / 2 + tolerance, what + " is outside its grid");
        }
      }
    }
  }

  private static double off(float x, float middle, double step, int code, Levels levels) {
    return Math.abs(middle + step * (code - levels.middle()) - x);
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.ByteRole;
import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seed's thirteen tests of the quantizer, each named after its claim. */
class SeedQuantizerClaimsTest {
  private static final int DIM = 64;
  private static final String PLAIN = "skvq:reorder=false,clip-search=false,group-size=16";

  private static float[] normal(int rows, long seed) {
    return new Gaussian(seed).rows(rows, Gaussian.ones(DIM));
  }

  private static float[] unlike(int rows, long seed) {
    Gaussian random = new Gaussian(seed);
    return random.rows(rows, random.decades(-2, 1, DIM));
  }

  private static double[] ranges(float[] rows) {
    double[] ranges = new double[DIM];
    for (int c = 0; c < DIM; c++) {
      double min = Double.MAX_VALUE;
      double max = -Double.MAX_VALUE;
      for (int i = c; i < rows.length; i += DIM) {
        min = Math.min(min, rows[i]);
        max = Math.max(max, rows[i]);
      }
      ranges[c] = max - min;
    }
    return ranges;
  }

  @Test
  void thePermutationIsValidAndInvertible() {
    int[] order = new Opened("skvq", DIM).append(unlike(128, 1)).order();
    int[] inverse = new int[DIM];
    Arrays.fill(inverse, -1);
    for (int i = 0; i < DIM; i++) {
      assertEquals(-1, inverse[order[i]], "channel " + order[i] + " stands twice");
      inverse[order[i]] = i;
    }
    for (int c = 0; c < DIM; c++) {
      assertEquals(c, order[inverse[c]]);
    }
    float[] rows = unlike(128, 1);
    double off = Opened.perChannel(rows, Opened.roundTrip("skvq:bits=8", DIM, rows), DIM);
    assertTrue(off < 1e-3, "decoded rows are not in the order they came in: " + off);
  }

  @Test
  void channelsAreSortedByRange() {
    float[] rows = unlike(128, 2);
    double[] ranges = ranges(rows);
    int[] order = new Opened("skvq", DIM).append(rows).order();
    for (int i = 1; i < DIM; i++) {
      assertTrue(ranges[order[i - 1]] <= ranges[order[i]], "place " + i);
    }
  }

  @Test
  void reorderingShrinksTheSpreadOfRangesInAGroup() {
    float[] rows = unlike(128, 3);
    double[] ranges = ranges(rows);
    int[] order = new Opened("skvq", DIM).append(rows).order();
    double sorted = 0;
    double unsorted = 0;
    for (int g = 0; g < DIM; g += 16) {
      int from = g;
      sorted += Arrays.stream(order, g, g + 16).mapToDouble(c -> ranges[c]).max().orElseThrow();
      sorted -= Arrays.stream(order, g, g + 16).mapToDouble(c -> ranges[c]).min().orElseThrow();
      unsorted += Arrays.stream(ranges, from, from + 16).max().orElseThrow();
      unsorted -= Arrays.stream(ranges, from, from + 16).min().orElseThrow();
    }
    assertTrue(sorted < 0.5 * unsorted, sorted + " against " + unsorted);
  }

  /** Codes of plain min/max groups, in double and without rounded metadata. */
  private static int[] minMaxCodes(float[] rows, int dim, int group, int maxCode) {
    int[] codes = new int[rows.length];
    for (int t = 0; t < rows.length; t += dim) {
      for (int from = t; from < t + dim; from += group) {
        int to = Math.min(from + group, t + dim);
        double min = Double.MAX_VALUE;
        double max = -Double.MAX_VALUE;
        for (int i = from; i < to; i++) {
          min = Math.min(min, rows[i]);
          max = Math.max(max, rows[i]);
        }
        for (int i = from; i < to; i++) {
          codes[i] = (int) Math.rint((rows[i] - min) / ((max - min) / maxCode));
        }
      }
    }
    return codes;
  }

  /** But for what lies so near a boundary that rounding the scale to binary16 moves it over. */
  @ParameterizedTest
  @CsvSource({"2, 0.999", "4, 0.998"})
  void atAlphaOneItIsPlainMinMax(int bits, double share) {
    float[] rows = normal(64, 4);
    Levels levels = new Levels(1 << bits);
    int[] codes = new Opened(PLAIN + ",bits=" + bits, DIM).append(rows).codes(64);
    int[] plain = minMaxCodes(rows, DIM, 16, levels.maxCode());
    int equal = 0;
    for (int i = 0; i < codes.length; i++) {
      assertTrue(Math.abs(codes[i] - plain[i]) <= 1, "code " + i);
      equal += codes[i] == plain[i] ? 1 : 0;
    }
    assertTrue(equal >= share * codes.length, equal + " of " + codes.length);
  }

  @Test
  void theSearchIsNeverWorseThanAlphaOne() {
    for (String metadata : new String[] {"f16", "f8"}) {
      float[] rows = normal(512, 5);
      for (int i = 0; i < rows.length; i += 67) {
        rows[i] *= 3;
      }
      String options = ",metadata=" + metadata;
      float[] plain = Opened.roundTrip(PLAIN + options, DIM, rows);
      float[] searched = Opened.roundTrip("skvq:reorder=false,group-size=16" + options, DIM, rows);
      int better = 0;
      int groups = rows.length / 16;
      for (int g = 0; g < groups; g++) {
        double before = groupError(rows, plain, g * 16);
        double after = groupError(rows, searched, g * 16);
        assertTrue(after <= before * (1 + 1e-5), "group " + g);
        better += after < before ? 1 : 0;
      }
      assertTrue(better > groups / 2, better + " of " + groups + " groups gained, " + metadata);
    }
  }

  private static double groupError(float[] rows, float[] decoded, int from) {
    return Opened.mse(
        Arrays.copyOfRange(rows, from, from + 16), Arrays.copyOfRange(decoded, from, from + 16));
  }

  @Test
  void theErrorFallsWithEveryBit() {
    float[] rows = normal(256, 6);
    double last = Double.MAX_VALUE;
    for (String bits : List.of("1", "1.5", "2", "3", "4", "5", "6", "7", "8")) {
      double mse = Opened.mse(rows, Opened.roundTrip("skvq:bits=" + bits, DIM, rows));
      assertTrue(mse < 0.75 * last, bits + " bits: " + mse + " after " + last);
      last = mse;
    }
    assertTrue(last < 1e-4, "8 bits: " + last);
  }

  private static double gain(float[] rows) {
    String g16 = ",clip-search=false,group-size=16";
    double with = Opened.mse(rows, Opened.roundTrip("skvq:reorder=true" + g16, DIM, rows));
    double without = Opened.mse(rows, Opened.roundTrip("skvq:reorder=false" + g16, DIM, rows));
    return 1 - with / without;
  }

  @Test
  void reorderingHelpsWhereChannelsAreUnlike() {
    double unlike = gain(unlike(256, 7));
    double like = gain(normal(256, 7));
    assertTrue(unlike > 0.05, "gain " + unlike);
    assertTrue(unlike > like + 0.03, "gain " + unlike + ", " + like + " on like channels");
    assertTrue(Math.abs(like) < 0.03, "gain on like channels " + like);
  }

  @Test
  void loudChannelsThatFillAGroupLeaveTheOthersAlone() {
    Gaussian random = new Gaussian(8);
    double[] scale = new double[DIM];
    Arrays.fill(scale, 0.05);
    Arrays.fill(scale, 0, 16, 8);
    float[] rows = random.rows(256, random.shuffle(scale));
    String g16 = ",group-size=16";
    double with =
        Opened.perChannel(rows, Opened.roundTrip("skvq:reorder=true" + g16, DIM, rows), DIM);
    double without =
        Opened.perChannel(rows, Opened.roundTrip("skvq:reorder=false" + g16, DIM, rows), DIM);
    assertTrue(with < 0.5 * without, with + " against " + without);
  }

  /** The last group has its own two channels and nothing else: no padding in codes or errors. */
  @Test
  void aRaggedGroupIsAGroupOfItsOwn() {
    float[] rows = new Gaussian(9).rows(64, Gaussian.ones(50));
    int[] codes = new Opened(PLAIN + ",bits=3", 50).append(rows).codes(64);
    float[] decoded = Opened.roundTrip(PLAIN + ",bits=3", 50, rows);
    for (int i = 48; i < rows.length; i += 50) {
      assertEquals(rows[i] < rows[i + 1] ? 0 : 7, codes[i], "token " + i / 50);
      assertEquals(rows[i] < rows[i + 1] ? 7 : 0, codes[i + 1], "token " + i / 50);
      double tolerance = 1e-3 * (Math.abs(rows[i]) + Math.abs(rows[i + 1]));
      assertEquals(rows[i], decoded[i], tolerance);
      assertEquals(rows[i + 1], decoded[i + 1], tolerance);
    }
  }

  @Test
  void shapesAndTypesAreAsSaid() {
    Opened o = new Opened("skvq:bits=3,group-size=16", DIM).append(normal(192, 10));
    assertEquals(192 * DIM, o.decode().length);
    assertEquals(192 * DIM * 3 / 8 + 192 * 4 * 2 * 2, o.bytes("block/0/block").length);
    assertEquals(64 * DIM * 3 / 8, o.firstCodes().length);
    assertEquals(DIM, o.bytes("table/order").length);
    Opened wide = new Opened("skvq:channel-scale=true", 300).append(new float[128 * 300]);
    assertEquals(2 * 300, wide.bytes("table/order").length);
    assertEquals(2 * 300, wide.bytes("table/scale").length);
    assertFalse(new Opened("skvq:reorder=false", DIM).append(normal(64, 10)).has("table/order"));
  }

  @Test
  void theSameRowsGiveTheSameBytes() {
    float[] rows = unlike(256, 11);
    Opened a = new Opened("skvq:channel-scale=true", DIM).append(rows);
    Opened b = new Opened("skvq:channel-scale=true", DIM).append(rows);
    for (var part : a.track.state().parts()) {
      assertArrayEquals(a.bytes(part.name()), b.bytes(part.name()), part.name());
    }
  }

  @Test
  void badOptionsAreRefused() {
    Map<String, String> bad =
        Map.of(
            "bits", "9",
            "group-size", "0",
            "clip-alpha", "0",
            "clip-grid", "[]",
            "metadata", "f4");
    bad.forEach(
        (option, text) -> {
          ConfigException e =
              assertThrows(
                  ConfigException.class,
                  () -> Opened.METHOD.schema(Role.KEYS).parse(Map.of(option, text)));
          assertTrue(e.getMessage().contains(option), e.getMessage());
        });
    for (String text : List.of("0", "2.5", "1.50", "-1", "two")) {
      assertThrows(
          ConfigException.class, () -> Opened.METHOD.schema(Role.KEYS).parse(Map.of("bits", text)));
    }
    for (String text : List.of("1.5", "[1,0]", "[1.1]")) {
      assertThrows(
          ConfigException.class,
          () -> Opened.METHOD.schema(Role.KEYS).parse(Map.of("clip-grid", text)));
    }
    ConfigException e =
        assertThrows(ConfigException.class, () -> new Opened("skvq:group-size=65", DIM));
    assertTrue(e.getMessage().contains("65") && e.getMessage().contains("1..64"), e.getMessage());
  }

  /** {@code ceil(n D b / 8)} for codes, {@code n ceil(D / g)} pairs of two bytes or one. */
  @Test
  void bytesAreThoseOfTheClosedForm() {
    for (int dim : new int[] {33, 64, 80, 128, 300}) {
      for (String bits : List.of("1", "1.5", "2", "3", "4", "7", "8")) {
        for (int group : new int[] {1, 16, 32, 33}) {
          for (int pair : new int[] {4, 2}) {
            String spec = "skvq:bits=" + bits + ",group-size=" + group;
            String metadata = pair == 4 ? ",metadata=f16" : ",metadata=f8";
            var context = Opened.context(spec + metadata, dim, Ledger.unlimited().account("plan"));
            for (int rows : new int[] {64, 128, 640}) {
              var plan = Opened.METHOD.plan(context, rows);
              assertEquals(plan.low(), plan.high());
              double width = bits.equals("1.5") ? 1.6 : Double.parseDouble(bits);
              int blocks = rows / 64;
              long codes = blocks * (long) Math.ceil(Math.round(64 * dim * width * 10) / 80.0);
              long groups = (dim + group - 1) / group;
              assertEquals(codes, plan.low().keyCodes(), spec + ", " + dim);
              assertEquals(
                  rows * groups * pair + (pair == 2 ? blocks : 0), plan.low().parameters(), spec);
              assertEquals(dim <= 256 ? dim : 2 * dim, plan.low().of(ByteRole.TABLES), spec);
            }
          }
        }
      }
    }
  }
}

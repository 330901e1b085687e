package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.ByteReport;
import dev.velox.api.ConfigException;
import dev.velox.api.MethodSpec;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.TrackContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options: what they stand for, and what is refused, naming option, value and rule. */
class OptionsTest {

  private static TrackContext context(String spec, Role role, int dim) {
    return Opened.context(
        MethodSpec.parse(spec), role, 2, dim, Ledger.unlimited().account("test"), Precision.EXACT);
  }

  @ParameterizedTest
  @CsvSource({
    "kvquant:bits=0, KEYS, bits, 0",
    "kvquant:bits=9, KEYS, bits, 9",
    "kvquant:bits=two, VALUES, bits, two",
    "kvquant:outlier-fraction=0.5, KEYS, outlier-fraction, 0.5",
    "kvquant:outlier-fraction=-0.1, VALUES, outlier-fraction, -0.1",
    "kvquant:outlier-fraction=NaN, KEYS, outlier-fraction, NaN",
    "kvquant:outliers=some, KEYS, outliers, some",
    "kvquant:outliers=rank, VALUES, option, outliers",
    "kvquant:lloyd-iters=-1, KEYS, lloyd-iters, -1",
    "kvquant:lloyd-iters=1001, KEYS, lloyd-iters, 1001",
    "kvquant:fit-tokens=7, KEYS, fit-tokens, 7",
    "kvquant:fit-tokens=-1, KEYS, fit-tokens, -1",
    "kvquant:fit-tokens=2147483647, KEYS, fit-tokens, 2147483647",
    "kvquant:group-size=32, KEYS, group-size, 32",
    "kvquant:group-size=100, KEYS, group-size, 100",
    "kvquant:group-size=64, VALUES, option, group-size",
    "kvquant:refit-interval=1, KEYS, refit-interval, 1",
    "kvquant:values=channel, VALUES, values, channel",
    "kvquant:values=token, KEYS, option, values",
    "kvquant:shrinkage=-1, KEYS, shrinkage, -1",
    "kvquant:n-sink=1, KEYS, option, n-sink"
  })
  void whatTheSchemaRefuses(String spec, Role role, String option, String value) {
    MethodSpec parsed = MethodSpec.parse(spec);
    var schema = new KvquantMethod().schema(role);
    var e = assertThrows(ConfigException.class, () -> schema.parse(parsed.options()));
    assertTrue(e.option().contains(option) && e.value().equals(value), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "'kvquant:bits=4,fit-tokens=63', KEYS, 64, fit-tokens, 63, at least 4 rows a level",
    "'kvquant:bits=8,fit-tokens=128', VALUES, 64, fit-tokens, 128, 1024",
    "'kvquant:group-size=64,refit-interval=64', KEYS, 64, refit-interval, 64, group-size",
    "'kvquant:bits=5,group-size=128', KEYS, 64, group-size, 128, at most 4 bits",
    "'kvquant:bits=8,refit-interval=2048', KEYS, 64, refit-interval, 2048, at most 4 bits",
    "'kvquant:values=token', VALUES, 31, values, token, shared",
    "'kvquant:bits=4,values=token', VALUES, 63, values, token, a quarter of the channels"
  })
  void whatIsImpossibleTogetherOrForTheShape(
      String spec, Role role, int dim, String option, String value, String rule) {
    TrackContext context = context(spec, role, dim);
    var method = new KvquantMethod();
    var e = assertThrows(ConfigException.class, () -> method.open(context));
    assertThrows(ConfigException.class, () -> method.traits(context));
    assertThrows(ConfigException.class, () -> method.plan(context, 64));
    assertTrue(e.option().contains(option) && e.value().equals(value), e.getMessage());
    assertTrue(e.rule().contains(rule), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "kvquant, 128, 16",
    "kvquant:bits=5, 128, 16",
    "kvquant:bits=6, 256, 16",
    "kvquant:bits=8, 1024, 16",
    "kvquant:lloyd-iters=8, 128, 0",
    "'kvquant:lloyd-iters=8,shrinkage=4', 128, 4",
    "kvquant:fit-tokens=0, 0, 16"
  })
  void whatAutoStandsFor(String spec, String fit, String shrinkage) {
    TrackContext context = context(spec, Role.KEYS, 64);
    var options = new KvquantMethod().resolve(context).spec().options();
    assertEquals(fit, options.get("fit-tokens"));
    assertEquals(shrinkage, options.get("shrinkage"));
  }

  @Test
  void traitsAskForFitRowsAndOneSink() {
    var method = new KvquantMethod();
    var keys = method.traits(context("kvquant:bits=6", Role.KEYS, 64));
    assertTrue(keys.coded() && !keys.fitsOnFirstAppend());
    assertEquals(256, keys.fitRows());
    assertEquals(1, keys.sinks());
    assertEquals(0, keys.window());
    var seed = method.traits(context(SeedEvidenceTest.SEED, Role.KEYS, 64));
    assertTrue(seed.fitsOnFirstAppend());
    assertEquals(32, seed.fitRows());
    assertEquals(
        64, method.traits(context("kvquant:bits=4,fit-tokens=0", Role.KEYS, 64)).fitRows());
    assertEquals(0, method.traits(context("kvquant:values=token", Role.VALUES, 64)).fitRows());
    assertEquals(128, method.traits(context("kvquant", Role.VALUES, 64)).fitRows());
  }

  @ParameterizedTest
  @CsvSource({
    "kvquant, KEYS, 64", "kvquant:bits=4, KEYS, 128", "kvquant:outliers=rank, KEYS, 33",
    "kvquant:outlier-fraction=0, KEYS, 64", "kvquant, VALUES, 64", "kvquant:bits=2, VALUES, 33",
    "kvquant:values=token, VALUES, 128", "kvquant:outlier-fraction=0.2, VALUES, 300"
  })
  void bytesArePlannedAndHeld(String spec, Role role, int dim) {
    Opened o = new Opened(spec, role, 2, dim);
    assertEquals(ByteReport.ZERO, o.method.plan(o.context, 0).high());
    for (int rows = 0; rows < 512; ) {
      int add = rows == 0 ? 128 : 64;
      o.append(rows, Draw.NORMAL.rows(2 * add, dim, rows));
      rows += add;
      assertEquals(o.account.bytes(), o.method.plan(o.context, rows).low());
      assertEquals(o.account.bytes(), o.method.plan(o.context, rows).high());
      assertEquals(o.account.bytes(), o.stateBytes());
    }
    o.track.clear();
    assertEquals(ByteReport.ZERO, o.account.bytes());
  }

  /** Bits a number as the sequence grows, by the formula. */
  @ParameterizedTest
  @CsvSource({
    "kvquant, KEYS, 64, 3.3671875",
    "kvquant, KEYS, 128, 3.34375",
    "kvquant:bits=4, KEYS, 128, 4.34375",
    "kvquant:outliers=rank, KEYS, 128, 3.375",
    "kvquant:outlier-fraction=0, KEYS, 128, 3",
    "kvquant, VALUES, 64, 3.875",
    "kvquant, VALUES, 128, 3.4375",
    "kvquant:bits=4, VALUES, 64, 4.875",
    "kvquant:values=token, VALUES, 128, 4.1875"
  })
  void codedBits(String spec, Role role, int dim, double bits) {
    TrackContext context = context(spec, role, dim);
    var method = new KvquantMethod();
    long bytes =
        method.plan(context, 1 << 13).high().resident()
            - method.plan(context, 1 << 12).high().resident();
    assertEquals(bits, 8.0 * bytes / (1 << 12) / 2 / dim, 1e-9);
  }
}

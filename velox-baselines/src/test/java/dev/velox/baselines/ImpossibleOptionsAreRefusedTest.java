package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.ByteReport;
import dev.velox.api.ConfigException;
import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import dev.velox.api.spi.TrackContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done is refused at the latest by traits, naming option, value and rule. */
class ImpossibleOptionsAreRefusedTest {

  @ParameterizedTest
  @CsvSource({
    "uniform:bits=0, bits, 0",
    "uniform:bits=9, bits, 9",
    "uniform:bits=three, bits, three",
    "uniform:group-size=0, group-size, 0",
    "uniform:axis=row, axis, row",
    "kivi:bits=0, bits, 0",
    "kivi:bits=9, bits, 9",
    "kivi:group-size=0, group-size, 0",
    "kivi:group-size=65, group-size, 65",
    "kivi:axis=token, option, axis",
    "f16:bits=8, option, bits",
    "f32:bits=8, option, bits"
  })
  void byTheSchema(String spec, String option, String value) {
    MethodSpec parsed = MethodSpec.parse(spec);
    for (Role role : Role.values()) {
      var schema = Opened.METHODS.get(parsed.id()).schema(role);
      var e = assertThrows(ConfigException.class, () -> schema.parse(parsed.options()));
      assertTrue(e.option().contains(option) && e.value().equals(value), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'uniform:axis=channel,group-size=48', 48",
    "'uniform:axis=channel,group-size=128', 128",
    "kivi:group-size=48, 48",
    "kivi:group-size=33, 33"
  })
  void byTheMethod(String spec, String value) {
    MethodSpec parsed = MethodSpec.parse(spec);
    var account = Ledger.unlimited().account("test");
    for (Role role : Role.values()) {
      TrackContext context = Opened.context(parsed, role, 2, 64, account);
      var method = Opened.METHODS.get(parsed.id());
      var e = assertThrows(ConfigException.class, () -> method.traits(context));
      assertThrows(ConfigException.class, () -> method.open(context));
      assertThrows(ConfigException.class, () -> method.plan(context, 64));
      assertTrue(e.getMessage().contains("group-size") && e.value().equals(value), e.getMessage());
      assertTrue(e.getMessage().contains("divide"), e.getMessage());
    }
    assertEquals(ByteReport.ZERO, account.bytes());
  }

  @Test
  void aStateOfAnotherShapeIsRefused() {
    Opened o = new Opened("kivi:bits=2", Role.KEYS, 2, 64).append(0, new float[2 * 64 * 64]);
    Opened other = new Opened("kivi:bits=3", Role.KEYS, 2, 64);
    var state = o.track.state();
    assertThrows(
        dev.velox.api.FormatException.class, () -> other.method.open(other.context, state));
  }
}

package dev.velox.turbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left open is written out; what cannot be is refused, naming dim, value and rule. */
class OptionsAreResolvedOrRefusedTest {
  private static final dev.velox.api.spi.KvMemory NONE =
      new dev.velox.api.spi.KvMemory() {
        @Override
        public MemorySegment allocate(dev.velox.api.ByteReport bytes) {
          throw new AssertionError("nothing is allocated before rows come");
        }

        @Override
        public void retain(MemorySegment segment) {}

        @Override
        public void release(MemorySegment segment) {}

        @Override
        public boolean shared(MemorySegment segment) {
          return false;
        }
      };

  private static TrackContext context(String spec, int dim) {
    return Tracks.context(spec, Role.KEYS, 1, dim, 0, NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "128,hadamard", "64,hadamard", "80,hadamard", "8,hadamard", "576,hadamard", "4,hadamard",
    "2,hadamard", "3,qr", "20,qr", "100,qr", "12,qr", "4096,hadamard"
  })
  void autoBecomesTheRotationThatFits(int dim, String rotation) {
    for (String id : new String[] {"turbo", "turbo-ip"}) {
      TrackContext context = context(id, dim);
      if (id.equals("turbo-ip") && dim > 1024) {
        continue;
      }
      Config config = Tracks.method(id).resolve(context);
      assertEquals(rotation, config.spec().options().get("rotation"));
      TrackContext again = context(config.spec().toString(), dim);
      assertEquals(config, Tracks.method(id).resolve(again));
    }
  }

  @Test
  void outlierBitsAreOneMore() {
    Config config = new TurboMethod().resolve(context("turbo:bits=2,outlier-channels=32", 128));
    assertEquals("3", config.spec().options().get("outlier-bits"));
    assertEquals("8", resolved("turbo:bits=8", "outlier-bits"));
    assertEquals("qr", resolved("turbo:outlier-channels=4", "rotation"));
    assertEquals("hadamard", resolved("turbo:outlier-channels=32", "rotation"));
  }

  private static String resolved(String spec, String option) {
    return String.valueOf(
        new TurboMethod().resolve(context(spec, 128)).spec().options().get(option));
  }

  @ParameterizedTest
  @CsvSource({
    "turbo, 1, head-dim",
    "turbo-ip, 1, head-dim",
    "'turbo:rotation=hadamard', 20, 20",
    "'turbo:rotation=qr', 2048, 2048",
    "turbo, 1028, 1028",
    "turbo-ip, 2048, 2048",
    "'turbo:outlier-channels=1', 128, 'head-dim 128'",
    "'turbo:outlier-channels=127', 128, 'head-dim 128'",
    "'turbo:outlier-channels=32', 32, 'head-dim 32'",
    "'turbo:bits=8,outlier-channels=32', 128, outlier-bits",
    "'turbo:rotation=hadamard,outlier-channels=4', 128, 124"
  })
  void theImpossibleIsRefusedAtOnce(String spec, int dim, String named) {
    KvMethod method = Tracks.method(spec);
    TrackContext context = context(spec, dim);
    for (var call :
        java.util.List.<org.junit.jupiter.api.function.Executable>of(
            () -> method.resolve(context),
            () -> method.traits(context),
            () -> method.plan(context, 64),
            () -> method.open(context))) {
      ConfigException e = assertThrows(ConfigException.class, call);
      assertTrue(String.valueOf(e.getMessage()).contains(named), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bits,0",
    "bits,9",
    "rotation,givens",
    "codebook,laplace",
    "scale,max",
    "channel-scale,1",
    "outlier-channels,-1",
    "outlier-bits,9",
    "outlier-bits,0",
    "seed,x"
  })
  void valuesOutOfRangeAreRefused(String option, String value) {
    ConfigException e =
        assertThrows(ConfigException.class, () -> context("turbo:" + option + "=" + value, 128));
    assertTrue(String.valueOf(e.getMessage()).contains(option), e.getMessage());
  }

  @Test
  void fourSinksAndNoWindowAreSuggestedAndTablesNeed128Rows() {
    TrackTraits plain = new TurboMethod().traits(context("turbo", 128));
    assertEquals(4, plain.sinks());
    assertEquals(0, plain.window());
    assertEquals(0, plain.fitRows());
    assertTrue(plain.coded());
    for (String spec : new String[] {"turbo:channel-scale=true", "turbo:outlier-channels=8"}) {
      TrackTraits fitted = new TurboMethod().traits(context(spec, 128));
      assertEquals(128, fitted.fitRows());
      assertEquals(4, fitted.sinks());
    }
    assertEquals(4, new TurboIpMethod().traits(context("turbo-ip", 128)).sinks());
  }

  @ParameterizedTest
  @CsvSource({
    "'turbo:rotation=qr', 64, rotation",
    "turbo, 20, rotation",
    "'turbo:channel-scale=true', 64, channel-scale",
    "'turbo:outlier-channels=8', 64, outlier-channels"
  })
  void aBaseKeepsNoTables(String spec, int dim, String named) {
    ConfigException e =
        assertThrows(ConfigException.class, () -> new TurboMethod().quantizer(context(spec, dim)));
    assertTrue(String.valueOf(e.getMessage()).contains(named), e.getMessage());
  }
}

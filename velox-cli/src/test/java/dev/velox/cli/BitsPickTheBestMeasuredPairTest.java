package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.cache.BitPick;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code --bits N} stays within N coded bits and is further from exact than no single method. */
class BitsPickTheBestMeasuredPairTest {
  private static final List<String> SINGLE =
      List.of(
          "turbo:bits=3,outlier-channels=32",
          "turbo:bits=3",
          "turbo:bits=2,outlier-channels=32",
          "turbo:bits=2",
          "turbo:bits=1,outlier-channels=32",
          "kivi:bits=3",
          "kivi:bits=3,group-size=64",
          "kivi:bits=2",
          "kivi:bits=2,group-size=64",
          "kvquant:bits=3",
          "kvquant:bits=2",
          "kvquant:bits=2,outlier-fraction=0",
          "skvq:bits=3,group-size=16,metadata=f8",
          "skvq:bits=3,group-size=32,metadata=f8",
          "skvq:bits=3,group-size=64,metadata=f8",
          "skvq:bits=2",
          "skvq:bits=2,group-size=16,metadata=f8",
          "skvq:bits=2,group-size=64,metadata=f8",
          "skvq:bits=1.5,group-size=64,metadata=f8",
          "uniform:bits=3",
          "uniform:bits=2");

  /** A permutation and rounding up to whole bytes are not side data a token. */
  private static final double ONCE = 0.01;

  @Test
  void noSingleMethodOfAsManyBitsIsCloserToExact() {
    List<String> args =
        new ArrayList<>(List.of("eval", "--windows", "3", "--sinks", "4", "--window", "0"));
    SINGLE.forEach(spec -> args.addAll(List.of("--cache", spec)));
    for (BitPick pick : BitPick.values()) {
      args.addAll(List.of("--bits", pick.label()));
    }
    args.add("--json");
    JsonNode caches = Ran.velox(args.toArray(String[]::new)).json().get("caches");
    for (int p = 0; p < BitPick.values().length; p++) {
      JsonNode pick = caches.get(SINGLE.size() + p);
      double bits = pick.get("codedBits").doubleValue();
      assertTrue(bits <= BitPick.values()[p].bits() + ONCE, pick.toString());
      int rivals = 0;
      for (int i = 0; i < SINGLE.size(); i++) {
        JsonNode single = caches.get(i);
        if (single.get("codedBits").doubleValue() <= bits + ONCE) {
          rivals++;
          assertTrue(
              pick.get("kl").doubleValue() <= single.get("kl").doubleValue(), pick + " " + single);
        }
      }
      assertTrue(rivals > 0, pick.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "2.5", "3", "3.5", "4"})
  void generateSaysWhatItPickedAndWhy(String bits) {
    Ran ran = Ran.velox("generate", "-n", "2", "--bits", bits, "Once upon a time").done();
    String[] lines = ran.err().split("\n");
    assertEquals(3, lines.length, ran.err());
    assertTrue(lines[0].startsWith("velox: --bits " + bits + " is keys="), lines[0]);
    assertTrue(lines[0].contains("lowest KL"), lines[0]);
    assertTrue(lines[2].contains("cache --bits " + bits + ": "), lines[2]);
  }

  @Test
  void fourBitsAreTheDefaultOfGenerate() {
    JsonNode plain = Ran.velox("generate", "-n", "2", "--json", "Once upon a time").json();
    JsonNode four =
        Ran.velox("generate", "-n", "2", "--json", "--bits", "4", "Once upon a time").json();
    assertEquals(four.get("cache").stringValue(), plain.get("cache").stringValue());
    assertEquals(4.0, plain.get("bits").doubleValue(), ONCE);
    assertEquals(4.0, plain.get("pick").get("bits").doubleValue());
    assertNotNull(plain.get("pick").get("reason").stringValue());
  }

  @Test
  void otherNumbersAndHalfAPairOfExactRowsAreRefused() {
    Ran.velox("generate", "--bits", "5", "x").refused(ExitCode.USAGE, "bits", "5", "2.5");
    Ran.velox("generate", "--bits", "many", "x").refused(ExitCode.USAGE, "bits", "many");
    Ran.velox("eval", "--bits", "1").refused(ExitCode.USAGE, "bits", "2.5");
    Ran.velox("eval", "--sinks", "4").refused(ExitCode.USAGE, "--window");
    Ran.velox("eval", "--sinks", "-1", "--window", "0").refused(ExitCode.USAGE, "--sinks");
    assertEquals(
        ExitCode.USAGE, Ran.velox("generate", "--bits", "3", "--cache", "f16", "x").status());
  }
}

package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output is the same in every locale. */
class LocaleDoesNotMatterTest {
  private static final String[][] RUNS = {
    {"methods"},
    {"methods", "kivi"},
    {"methods", "--json"},
    {"methods", "INTERN"},
    {"plan", "--shape", "llama-3.1-8b", "--tokens", "12345", "--cache", "kivi:bits=4"},
    {"plan", "--shape", "llama-3.1-8b", "--memory", "1.5GiB", "--cache", "kivi:bits=2", "--json"},
    {"plan", "--layers", "12"},
    {"generate", "--help"},
    {"generate", "-n", "viele", "Once"},
    {"generate", "--temperature", "1,5", "Once"},
    {"generate", "Once", "upon", "a"},
    {"--version"}
  };

  private final Locale before = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "de-DE",
        "tr-TR",
        "ar-EG",
        "ar-u-nu-arab",
        "fa-IR",
        "hi-IN",
        "th-TH-u-nu-thai",
        "fr-FR"
      })
  void outputIsThatOfTheRootLocale(String tag) {
    Locale.setDefault(Locale.ROOT);
    List<Ran> expected = run();
    Locale.setDefault(Locale.forLanguageTag(tag));
    assertEquals(expected, run());
  }

  private static List<Ran> run() {
    List<Ran> all = new ArrayList<>();
    for (String[] args : RUNS) {
      all.add(Ran.velox(args));
    }
    return all;
  }
}

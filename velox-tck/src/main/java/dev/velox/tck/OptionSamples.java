package dev.velox.tck;

import dev.velox.api.ConfigException;
import dev.velox.api.spi.Option;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Texts that an option accepts and texts that it must refuse, found by asking its reader. */
final class OptionSamples {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "4",
          "5",
          "6",
          "7",
          "8",
          "16",
          "31",
          "32",
          "33",
          "64",
          "100",
          "128",
          "1000",
          "2147483647",
          "0.01",
          "0.1",
          "0.5",
          "0.9",
          "1.5",
          "2.5",
          "3.5");
  private static final List<String> OTHERS =
      List.of(
          "true",
          "false",
          "[1]",
          "[1,0.9]",
          "[1.0,0.97,0.5]",
          "[f16]",
          "[uniform]",
          "[uniform:bits=2]");
  private static final List<String> BAD =
      List.of(
          "0",
          "-1",
          "9",
          "1.5",
          "three",
          "NaN",
          "Infinity",
          "1e400",
          "99999999999999999999",
          "TRUE",
          "",
          " ",
          "[",
          "[]",
          "[2]",
          "[f16",
          "0x10",
          "1,5",
          "4 ");

  private OptionSamples() {}

  /** Every text of the pool that the option reads, its default first. */
  static List<String> legal(Option<?> option) {
    Set<String> pool = new LinkedHashSet<>();
    pool.add(defaultText(option));
    pool.addAll(NUMBERS);
    pool.addAll(OTHERS);
    int open = option.rule().indexOf('[');
    int close = option.rule().lastIndexOf(']');
    if (open >= 0 && close > open) {
      for (String word : option.rule().substring(open + 1, close).split(",", -1)) {
        pool.add(word.strip());
      }
    }
    return pool.stream().filter(text -> reads(option, text)).toList();
  }

  /** At most {@code most} of them: the default, the first and the last, and some between. */
  static List<String> few(Option<?> option, int most) {
    List<String> all = legal(option);
    if (all.size() <= most) {
      return all;
    }
    List<String> some = new ArrayList<>(List.of(all.get(0)));
    for (int i = 0; i < most - 1; i++) {
      some.add(all.get(1 + i * (all.size() - 2) / (most - 2)));
    }
    return some;
  }

  /** Texts that the option does not read. */
  static List<String> illegal(Option<?> option) {
    return BAD.stream().filter(text -> !reads(option, text)).toList();
  }

  static <T> String defaultText(Option<T> option) {
    return option.writer().apply(option.defaultValue());
  }

  /** Whether the option takes a text. */
  static boolean reads(Option<?> option, String text) {
    try {
      option.parse("tck", text);
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }
}

package dev.velox.api.spi;

import dev.velox.api.ConfigException;
import dev.velox.api.MethodSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One typed, ranged, documented option of a method.
 *
 * @param <T> the type of its value
 * @param name lower case with dashes
 * @param defaultValue the value when it is not given
 * @param rule what is allowed, in words
 * @param summary what it means, in one sentence
 * @param reader reads the text; null for text that breaks the rule
 * @param writer writes the value so that it reads back
 */
public record Option<T>(
    String name,
    T defaultValue,
    String rule,
    String summary,
    Function<String, @Nullable T> reader,
    Function<T, String> writer) {

  /**
   * A whole number in a range.
   *
   * @param name the option
   * @param defaultValue its default
   * @param min smallest allowed
   * @param max largest allowed
   * @param summary what it means
   * @return the option
   */
  public static Option<Integer> range(
      String name, int defaultValue, int min, int max, String summary) {
    String rule =
        max == Integer.MAX_VALUE ? "a whole number " + min + " or more" : min + ".." + max;
    return new Option<>(
        name,
        defaultValue,
        rule,
        summary,
        text -> {
          try {
            int value = Integer.parseInt(text);
            return value >= min && value <= max ? value : null;
          } catch (NumberFormatException e) {
            return null;
          }
        },
        String::valueOf);
  }

  /**
   * A seed: any 64-bit number.
   *
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static Option<Long> seed(String name, long defaultValue, String summary) {
    return new Option<>(
        name,
        defaultValue,
        "a whole number of 64 bits",
        summary,
        text -> {
          try {
            return Long.valueOf(text);
          } catch (NumberFormatException e) {
            return null;
          }
        },
        String::valueOf);
  }

  /**
   * A decimal number in a range.
   *
   * @param name the option
   * @param defaultValue its default
   * @param min smallest allowed
   * @param max largest allowed
   * @param maxOpen whether {@code max} itself is excluded
   * @param summary what it means
   * @return the option
   */
  public static Option<Double> decimal(
      String name, double defaultValue, double min, double max, boolean maxOpen, String summary) {
    String rule = "in [" + plain(min) + ", " + plain(max) + (maxOpen ? ")" : "]");
    return new Option<>(
        name,
        defaultValue,
        rule,
        summary,
        text -> {
          Double value = number(text);
          boolean fits = value != null && value >= min && (maxOpen ? value < max : value <= max);
          return fits ? value : null;
        },
        Option::plain);
  }

  /**
   * A decimal number above 0 and at most 1.
   *
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static Option<Double> fraction(String name, double defaultValue, String summary) {
    return new Option<>(
        name, defaultValue, "in (0, 1]", summary, Option::readFraction, Option::plain);
  }

  /**
   * A list of decimal numbers, each above 0 and at most 1, in brackets.
   *
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static Option<List<Double>> fractions(
      String name, List<Double> defaultValue, String summary) {
    return new Option<>(
        name,
        List.copyOf(defaultValue),
        "a list [a,b,...] of numbers in (0, 1]",
        summary,
        text -> {
          if (!text.startsWith("[") || !text.endsWith("]")) {
            return null;
          }
          List<Double> values = new ArrayList<>();
          for (String part : text.substring(1, text.length() - 1).split(",", -1)) {
            Double value = readFraction(part.strip());
            if (value == null) {
              return null;
            }
            values.add(value);
          }
          return List.copyOf(values);
        },
        list -> list.stream().map(Option::plain).collect(Collectors.joining(",", "[", "]")));
  }

  /**
   * Yes or no.
   *
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static Option<Boolean> flag(String name, boolean defaultValue, String summary) {
    return new Option<>(
        name,
        defaultValue,
        "true or false",
        summary,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> null;
            },
        String::valueOf);
  }

  /**
   * One of an enum's constants, written in lower case with dashes.
   *
   * @param <E> the enum
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static <E extends Enum<E>> Option<E> choice(String name, E defaultValue, String summary) {
    List<E> all = Arrays.asList(defaultValue.getDeclaringClass().getEnumConstants());
    Function<E, String> label = e -> e.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Option<>(
        name,
        defaultValue,
        "one of " + all.stream().map(label).toList(),
        summary,
        text -> all.stream().filter(e -> label.apply(e).equals(text)).findFirst().orElse(null),
        label);
  }

  /**
   * Another method with options, in brackets.
   *
   * @param name the option
   * @param defaultValue its default
   * @param summary what it means
   * @return the option
   */
  public static Option<MethodSpec> method(String name, MethodSpec defaultValue, String summary) {
    return new Option<>(
        name,
        defaultValue,
        "a method in brackets, [id:name=value,...]",
        summary,
        text ->
            text.startsWith("[") && text.endsWith("]")
                ? MethodSpec.parse(text.substring(1, text.length() - 1))
                : null,
        spec -> "[" + spec + "]");
  }

  /**
   * Reads a value.
   *
   * @param methodId whose option, for the message
   * @param text the text given
   * @return the value
   * @throws ConfigException naming option, value, rule and default
   */
  public T parse(String methodId, String text) {
    T value = reader.apply(text);
    if (value == null) {
      throw new ConfigException(
          methodId,
          "option '" + name + "'",
          text,
          "must be " + rule + " (default " + writer.apply(defaultValue) + ")");
    }
    return value;
  }

  private static @Nullable Double readFraction(String text) {
    Double value = number(text);
    return value != null && value > 0 && value <= 1 ? value : null;
  }

  private static @Nullable Double number(String text) {
    if (!text.matches("[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")) {
      return null;
    }
    return Double.valueOf(text);
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}

package dev.velox.accounting;

import dev.velox.api.ConfigException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes of memory as people write them: {@code 24GiB}, {@code 512MB}, {@code 1.5 KiB}, {@code
 * 4096}.
 */
public final class MemorySize {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?) ?([a-z]*)");
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("kb", 1_000L),
          Map.entry("mb", 1_000_000L),
          Map.entry("gb", 1_000_000_000L),
          Map.entry("tb", 1_000_000_000_000L),
          Map.entry("kib", 1L << 10),
          Map.entry("mib", 1L << 20),
          Map.entry("gib", 1L << 30),
          Map.entry("tib", 1L << 40));
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  private MemorySize() {}

  /**
   * Reads a size.
   *
   * @param text a number, whole or with a decimal point, and a unit in any case: none or B for
   *     bytes, KB, MB, GB, TB for powers of 1000, KiB, MiB, GiB, TiB for powers of 1024
   * @return whole bytes, rounded down
   * @throws ConfigException if the text is none, or beyond {@link Long#MAX_VALUE}
   */
  public static long parse(String text) {
    Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new ConfigException(
          "memory", "size", text, "must be a number and a unit, such as 24GiB, 512MB or 4096");
    }
    BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new ConfigException("memory", "size", text, "must be below 8388608TiB");
    }
    return bytes.setScale(0, RoundingMode.DOWN).longValueExact();
  }

  /**
   * Writes a size for people, in the largest binary unit that leaves at least 1.
   *
   * @param bytes a size; may be negative
   * @return such as {@code 24 GiB}, {@code 1.5 MiB}, {@code 640 B}: one decimal unless it is zero
   */
  public static String format(long bytes) {
    BigDecimal value = BigDecimal.valueOf(bytes);
    int unit = 0;
    BigDecimal step = BigDecimal.valueOf(1024);
    while (unit < BINARY.length - 1 && rounded(value).abs().compareTo(step) >= 0) {
      value = value.divide(step);
      unit++;
    }
    BigDecimal shown = rounded(value);
    boolean whole = shown.stripTrailingZeros().scale() <= 0;
    return (whole ? shown.setScale(0, RoundingMode.UNNECESSARY) : shown).toPlainString()
        + " "
        + BINARY[unit];
  }

  private static BigDecimal rounded(BigDecimal value) {
    return value.setScale(1, RoundingMode.HALF_EVEN);
  }
}

package dev.velox.cache;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.MethodPair;
import dev.velox.api.MethodSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The best measured pair of key and value methods at a number of coded bits, everything counted: a
 * cache of N bits tends to 16 / N times less than binary16.
 *
 * <p>Measured on the built-in model (head dim 64), 12 windows of 1,024 tokens, with the same exact
 * rows for all. Each pair has a lower divergence than every single method of at most as many bits;
 * the command that prints it beside its rivals, and all candidates, are on {@code docs/methods.md}:
 *
 * <pre>velox eval --sinks 4 --window 0 --bits 4 --cache turbo:bits=3,outlier-channels=32 ...</pre>
 *
 * <p>Heads of fewer than 64 channels carry more side data a number, wider ones less.
 */
public enum BitPick {
  /** Three levels on both sides. */
  TWO(
      "2",
      "skvq:bits=1.5,group-size=32,metadata=f8",
      "skvq:bits=1.5,group-size=64,metadata=f8",
      0.0089,
      "skvq:bits=1.5,group-size=64,metadata=f8",
      0.0108),
  /** Clipped groups with eight-bit metadata. */
  TWO_AND_A_HALF(
      "2.5",
      "skvq:bits=2,group-size=32,metadata=f8",
      "skvq:bits=2,group-size=32,metadata=f8",
      0.0033,
      "skvq:bits=2,group-size=64,metadata=f8",
      0.0044),
  /** Keys cost more than values, so they get the greater share. */
  THREE(
      "3",
      "kivi:bits=3,group-size=64",
      "skvq:bits=2,group-size=32,metadata=f8",
      0.0017,
      "skvq:bits=2,group-size=16,metadata=f8",
      0.0024),
  /** Keys a channel at a time, values a token at a time. */
  THREE_AND_A_HALF(
      "3.5",
      "kivi:bits=3,group-size=64",
      "skvq:bits=3,group-size=32,metadata=f8",
      0.00062,
      "kivi:bits=3,group-size=64",
      0.00073),
  /** The default of the command line. */
  FOUR(
      "4",
      "kivi:bits=4,group-size=64",
      "skvq:bits=3,group-size=32,metadata=f8",
      0.00037,
      "turbo:bits=3,outlier-channels=32",
      0.00047);

  private static final String GROUP = "group-size";

  private final String label;
  private final String keys;
  private final String values;
  private final double kl;
  private final String rival;
  private final double rivalKl;

  BitPick(String label, String keys, String values, double kl, String rival, double rivalKl) {
    this.label = label;
    this.keys = keys;
    this.values = values;
    this.kl = kl;
    this.rival = rival;
    this.rivalKl = rivalKl;
  }

  /**
   * The pick for a number of bits.
   *
   * @param bits 2, 2.5, 3, 3.5 or 4
   * @return the pick
   * @throws ConfigException for any other number
   */
  public static BitPick of(double bits) {
    return Arrays.stream(values())
        .filter(pick -> pick.bits() == bits)
        .findFirst()
        .orElseThrow(() -> unknown(bits));
  }

  /**
   * The pick for a number of bits in text.
   *
   * @param bits one of 2, 2.5, 3, 3.5, 4
   * @return the pick
   * @throws ConfigException for any other text
   */
  public static BitPick parse(String bits) {
    try {
      return of(Double.parseDouble(bits));
    } catch (NumberFormatException e) {
      throw unknown(bits);
    }
  }

  private static ConfigException unknown(Object bits) {
    List<String> labels = Arrays.stream(values()).map(BitPick::label).toList();
    return new ConfigException("cache", "bits", bits, "must be one of " + labels);
  }

  /**
   * The bits it stays within, as text.
   *
   * @return such as {@code 2.5}
   */
  public String label() {
    return label;
  }

  /**
   * The bits it stays within.
   *
   * @return coded bits a number, the mean of keys and values, at a head dim of 64
   */
  public double bits() {
    return Double.parseDouble(label);
  }

  /**
   * The cache.
   *
   * @param headDim channels a head; groups of channels are no wider
   * @return a spec that leaves sinks, window and precision to the methods
   */
  public CacheSpec cache(int headDim) {
    MethodPair pair =
        new MethodPair(fitting(keys, false, headDim), fitting(values, true, headDim), false);
    return new CacheSpec(
        pair,
        List.of(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static MethodSpec fitting(String text, boolean value, int headDim) {
    MethodSpec spec = MethodSpec.parse(text);
    boolean alongTokens = spec.id().equals("kivi") && !value;
    int group = Integer.parseInt(spec.options().getOrDefault(GROUP, "0"));
    if (alongTokens || group <= headDim) {
      return spec;
    }
    Map<String, String> options = new HashMap<>(spec.options());
    options.put(GROUP, Integer.toString(headDim));
    return new MethodSpec(spec.id(), options);
  }

  /**
   * Its measured divergence.
   *
   * @return KL from the exact cache, nats, on the built-in model without an exact window
   */
  public double kl() {
    return kl;
  }

  /**
   * Why this pair.
   *
   * @return one sentence with the figures it was picked by
   */
  public String reason() {
    return String.format(
        Locale.ROOT,
        "lowest KL measured within %s coded bits on the built-in model: %s nats; the best single"
            + " method there, %s, has %s",
        label,
        nats(kl),
        rival,
        nats(rivalKl));
  }

  private static String nats(double x) {
    return String.format(Locale.ROOT, x < 0.001 ? "%.5f" : "%.4f", x);
  }
}

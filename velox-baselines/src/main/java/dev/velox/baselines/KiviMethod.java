package dev.velox.baselines;

import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;

/**
 * {@code kivi}: keys in groups of tokens inside each channel, values in groups of channels inside
 * each token.
 *
 * <p>Liu et al., KIVI: A Tuning-Free Asymmetric 2bit Quantization for KV Cache (ICML 2024). A head
 * of n tokens takes {@code ceil(n * D * bits / 8)} bytes of codes, and {@code n / g * D * 4} (keys)
 * or {@code n * ceil(D / g) * 4} (values) bytes of parameters; a value row whose codes do not fill
 * their last byte is rounded up to it.
 */
public final class KiviMethod extends GroupMethod {
  private static final Option<Integer> BITS = Option.range("bits", 2, 1, 8, "Bits a code");
  private static final Option<Integer> GROUP =
      Option.range(
          "group-size",
          32,
          1,
          64,
          "Tokens (keys) or channels (values) that share a scale; divides the block of 64 tokens");
  private static final int WINDOW = 128;

  /** The method, as the service loader makes it. */
  public KiviMethod() {}

  @Override
  public String id() {
    return "kivi";
  }

  @Override
  public String summary() {
    return "Keys in groups along tokens, values in groups along channels (KIVI)";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(id(), BITS, GROUP);
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    return super.traits(context).withExactRows(0, WINDOW);
  }

  @Override
  Axis axis(TrackContext context) {
    return context.role() == Role.KEYS ? Axis.CHANNEL : Axis.TOKEN;
  }

  @Override
  int bits(TrackContext context) {
    return context.config().get(BITS);
  }

  @Override
  int group(TrackContext context) {
    int group = context.config().get(GROUP);
    checkDividesBlock(group);
    return group;
  }
}

package dev.velox.baselines;

import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.TrackContext;

/** {@code uniform}: asymmetric min/max groups, inside each token or inside each channel. */
public final class UniformMethod extends GroupMethod {
  private static final Option<Integer> BITS = Option.range("bits", 4, 1, 8, "Bits a code");
  private static final Option<Integer> GROUP =
      Option.range("group-size", 32, 1, Integer.MAX_VALUE, "Numbers that share a scale");
  private static final Option<Axis> AXIS =
      Option.choice(
          "axis",
          Axis.TOKEN,
          "Whether a group lies inside one token or inside one channel; there it divides 64");

  /** The method, as the service loader makes it. */
  public UniformMethod() {}

  @Override
  public String id() {
    return "uniform";
  }

  @Override
  public String summary() {
    return "Min/max groups with a zero point and a scale each";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(id(), BITS, GROUP, AXIS);
  }

  @Override
  Axis axis(TrackContext context) {
    return context.config().get(AXIS);
  }

  @Override
  int bits(TrackContext context) {
    return context.config().get(BITS);
  }

  @Override
  int group(TrackContext context) {
    int group = context.config().get(GROUP);
    return axis(context) == Axis.TOKEN ? Math.min(group, context.shape().headDim()) : group;
  }
}

package org.example.int8;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.TrackContext;
import dev.velox.kernels.track.QuantizerMethod;

/** {@code int8}: eight bits a number, a scale and a zero point a group of channels. */
public final class Int8Method extends QuantizerMethod {
  private static final Option<Integer> GROUP_SIZE =
      Option.range("group-size", 0, 0, Integer.MAX_VALUE, "channels that share a scale, 0 for all");
  private static final Option<Boolean> ZERO_POINT =
      Option.flag("zero-point", true, "whether a group's levels start at its smallest number");

  /** The method, as the service loader makes it. */
  public Int8Method() {}

  @Override
  public String id() {
    return "int8";
  }

  @Override
  public String summary() {
    return "Eight bits a number, a scale and a zero point a group of channels";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(id(), GROUP_SIZE, ZERO_POINT);
  }

  @Override
  public Quantizer quantizer(TrackContext context) {
    int dim = context.shape().headDim();
    int group = context.config().get(GROUP_SIZE);
    if (group > dim) {
      throw new ConfigException(id(), "group-size", group, "must be at most head-dim " + dim);
    }
    return new Int8Quantizer(dim, group == 0 ? dim : group, context.config().get(ZERO_POINT));
  }
}

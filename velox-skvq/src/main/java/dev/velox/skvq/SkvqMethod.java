package dev.velox.skvq;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import java.util.List;

/**
 * {@code skvq}: channels reordered so that like ranges share a group, then clipped groups inside
 * each token, keys and values alike.
 *
 * <p>Duanmu et al., SKVQ: Sliding-window Key and Value Cache Quantization for Large Language Models
 * (COLM 2024, arXiv:2405.06219). The order comes from the first 128 rows that leave the window, not
 * from a calibration set. A head of n coded tokens takes {@code ceil(n * D * bits / 8) + n * ceil(D
 * / g) * 4} bytes (2 with eight-bit metadata, and one a block), and once a byte a channel for the
 * order (two above 256 channels) and two for the scale.
 */
public final class SkvqMethod implements KvMethod {
  private static final Option<Levels> BITS =
      new Option<>(
          "bits",
          new Levels(4),
          "1..8 or 1.5",
          "Bits a code; 1.5 is three levels, five codes a byte",
          Levels::parse,
          Levels::text);
  private static final Option<Integer> GROUP =
      Option.range(
          "group-size", 32, 1, Integer.MAX_VALUE, "Channels that share a scale, at most head dim");
  private static final Option<Boolean> REORDER =
      Option.flag("reorder", true, "Sorts channels by the range of the first 128 coded rows");
  private static final Option<Boolean> CLIP_SEARCH =
      Option.flag(
          "clip-search", true, "Finds the factor of clip-grid with the least error a group");
  private static final Option<Double> CLIP_ALPHA =
      Option.fraction("clip-alpha", 1.0, "Share of each group's range, where the search is off");
  private static final Option<List<Double>> CLIP_GRID =
      Option.fractions(
          "clip-grid",
          List.of(1.0, 0.97, 0.94, 0.90, 0.85),
          "Shares of a group's range to search, beside 1");
  private static final Option<Boolean> CHANNEL_SCALE =
      Option.flag(
          "channel-scale", false, "Divides channels by the deviation of the first 128 coded rows");
  private static final Option<Metadata> METADATA =
      Option.choice("metadata", Metadata.F16, "The type of a group's middle and scale");

  /** The method, as the service loader makes it. */
  public SkvqMethod() {}

  @Override
  public String id() {
    return "skvq";
  }

  @Override
  public String summary() {
    return "Channels of like range in clipped groups along channels (SKVQ)";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(
        id(), BITS, GROUP, REORDER, CLIP_SEARCH, CLIP_ALPHA, CLIP_GRID, CHANNEL_SCALE, METADATA);
  }

  SkvqShape shape(TrackContext context) {
    Config config = context.config();
    int dim = context.shape().headDim();
    int group = config.get(GROUP);
    if (group > dim) {
      throw new ConfigException(
          id(), "option 'group-size'", group, "must be 1.." + dim + ", the head dim");
    }
    return new SkvqShape(
        context.role(),
        context.shape().kvHeads(),
        dim,
        config.get(BITS),
        group,
        config.get(METADATA),
        config.get(REORDER),
        config.get(CHANNEL_SCALE));
  }

  private static ClipGrid clip(Config config) {
    return config.get(CLIP_SEARCH)
        ? ClipGrid.searched(config.get(CLIP_GRID))
        : ClipGrid.fixed(config.get(CLIP_ALPHA));
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    return shape(context).traits();
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return shape(context).layout().plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    return new SkvqTrack(context, shape(context), clip(context.config()), null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return new SkvqTrack(context, shape(context), clip(context.config()), state);
  }
}

package dev.velox.nuq;

import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import org.jspecify.annotations.Nullable;

/**
 * {@code kvquant}: levels where the data are, keys per channel, values per token, outliers apart.
 *
 * <p>Hooper et al., KVQuant (NeurIPS 2024, arXiv:2401.18079), the parts a cache can see:
 * per-channel keys and per-token values (3.1), non-uniform datatype (3.3), dense-and-sparse
 * outliers (3.4), exact first token (3.5, by the sink it suggests).
 */
public final class KvquantMethod implements KvMethod {

  /** The method, as the service loader makes it. */
  public KvquantMethod() {}

  @Override
  public String id() {
    return NuqOptions.ID;
  }

  @Override
  public String summary() {
    return "Non-uniform levels fitted to the data, outliers kept apart (KVQuant)";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return NuqOptions.schema(role);
  }

  @Override
  public Config resolve(TrackContext context) {
    return NuqOptions.resolve(context.config());
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    return context.role() == Role.KEYS
        ? KeyLayout.of(context).traits()
        : ValueLayout.of(context).traits();
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return context.role() == Role.KEYS
        ? KeyLayout.of(context).plan(rows)
        : ValueLayout.of(context).blocks().plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    return track(context, null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return track(context, state);
  }

  private static KvTrack track(TrackContext context, @Nullable TrackState state) {
    if (context.role() == Role.KEYS) {
      return new KeyTrack(context, KeyLayout.of(context), state);
    }
    ValueLayout layout = ValueLayout.of(context);
    return layout.settings().levels() == ValueLevels.SHARED
        ? new SharedValueTrack(context, layout, state)
        : new TokenValueTrack(context, layout, state);
  }
}

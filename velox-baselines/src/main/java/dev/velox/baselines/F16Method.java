package dev.velox.baselines;

import dev.velox.api.ExactType;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.track.BlockLayout;
import org.jspecify.annotations.Nullable;

/** {@code f16}: keeps rows as binary16, values beyond 65504 clamped and counted. */
public final class F16Method extends ExactMethod {

  /** The method, as the service loader makes it. */
  public F16Method() {
    super(ExactType.F16);
  }

  @Override
  public String id() {
    return "f16";
  }

  @Override
  public String summary() {
    return "Keeps rows as binary16, values beyond 65504 clamped and counted";
  }

  @Override
  KvTrack track(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    return new F16Track(context, layout, state);
  }
}

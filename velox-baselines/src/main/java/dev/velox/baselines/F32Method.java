package dev.velox.baselines;

import dev.velox.api.ExactType;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.track.BlockLayout;
import org.jspecify.annotations.Nullable;

/** {@code f32}: keeps rows as they come, in 32-bit floats. */
public final class F32Method extends ExactMethod {

  /** The method, as the service loader makes it. */
  public F32Method() {
    super(ExactType.F32);
  }

  @Override
  public String id() {
    return "f32";
  }

  @Override
  public String summary() {
    return "Keeps rows as they come, in 32-bit floats";
  }

  @Override
  KvTrack track(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    return new F32Track(context, layout, state);
  }
}

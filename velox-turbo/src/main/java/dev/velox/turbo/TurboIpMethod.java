package dev.velox.turbo;

import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.ExactScan;

/**
 * {@code turbo-ip}: {@code turbo} with one bit less, and one bit a channel for what is left. Here
 * for compatibility: at equal bits its error is four to six times that of {@code turbo}.
 */
public final class TurboIpMethod implements KvMethod {
  private final Codebooks books = new Codebooks();

  /** The method, as the service loader makes it. */
  public TurboIpMethod() {}

  @Override
  public String id() {
    return "turbo-ip";
  }

  @Override
  public String summary() {
    return "turbo with one bit less and signs of a projected residual; unbiased, but with 4-6 times"
        + " the error of turbo at equal bits";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(
        id(), TurboOptions.BITS, TurboOptions.ROTATION, TurboOptions.CODEBOOK, TurboOptions.SEED);
  }

  @Override
  public Config resolve(TrackContext context) {
    return IpRecipe.resolve(context);
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    int dim = context.shape().headDim();
    return CodedPlanes.traits(
        IpTrack.scratchFloats(IpRecipe.of(context, books), dim), ExactScan.workBytes(dim));
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return IpRecipe.of(context, books).layout().plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    return new IpTrack(context, IpRecipe.of(context, books), null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return new IpTrack(context, IpRecipe.of(context, books), state);
  }
}

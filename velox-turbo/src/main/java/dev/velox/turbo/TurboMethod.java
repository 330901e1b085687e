package dev.velox.turbo;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.RowMethod;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.ExactScan;

/**
 * {@code turbo}: a random rotation, an optimal scalar codebook, and one scale a vector (TurboQuant,
 * arXiv:2504.19874, with the scale of least squares).
 */
public final class TurboMethod implements RowMethod {
  /** Rows that channel scales and outlier channels come from. */
  static final int FIT_ROWS = 128;

  private final Codebooks books = new Codebooks();

  /** The method, as the service loader makes it. */
  public TurboMethod() {}

  @Override
  public String id() {
    return "turbo";
  }

  @Override
  public String summary() {
    return "Rotates each vector and codes it by an optimal scalar codebook, one scale a vector";
  }

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(
        id(),
        TurboOptions.BITS,
        TurboOptions.ROTATION,
        TurboOptions.CODEBOOK,
        TurboOptions.SCALE,
        TurboOptions.CHANNEL_SCALE,
        TurboOptions.OUTLIER_CHANNELS,
        TurboOptions.OUTLIER_BITS,
        TurboOptions.SEED);
  }

  @Override
  public Config resolve(TrackContext context) {
    return TurboOptions.resolve(context);
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    int dim = context.shape().headDim();
    TurboRecipe recipe = TurboRecipe.of(context, books);
    int floats = TurboTrack.scratchFloats(recipe, dim);
    TrackTraits traits =
        CodedPlanes.traits(floats, ExactScan.workBytes(dim)).withTables(recipe.scratchTables());
    return recipe.fits() ? traits.withFitRows(FIT_ROWS) : traits;
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return TurboRecipe.of(context, books).layout().plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    return new TurboTrack(context, TurboRecipe.of(context, books), null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return new TurboTrack(context, TurboRecipe.of(context, books), state);
  }

  /**
   * The quantizer of single vectors, for methods that build on this one. It keeps no tables, so it
   * has neither a stored matrix nor anything fitted on first rows.
   */
  @Override
  public Quantizer quantizer(TrackContext context) {
    Config config = TurboOptions.resolve(context);
    if (config.get(TurboOptions.ROTATION) == RotationRule.QR) {
      throw new ConfigException(
          id(),
          "rotation",
          "qr",
          "stores a matrix, which a base of another method cannot; head-dim must be a power of two"
              + " or a multiple of "
              + RotationRule.LEAST_BLOCK);
    }
    if (config.get(TurboOptions.CHANNEL_SCALE)) {
      throw new ConfigException(
          id(), "channel-scale", true, "is fitted on first rows; not in a base of another method");
    }
    int outliers = config.get(TurboOptions.OUTLIER_CHANNELS);
    if (outliers > 0) {
      throw new ConfigException(
          id(), "outlier-channels", outliers, "must be 0 in a base of another method");
    }
    return TurboQuantizer.of(context, config, books);
  }
}

package dev.velox.baselines;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.track.BlockLayout;
import org.jspecify.annotations.Nullable;

/** A method that keeps rows as numbers of one floating-point type, without options. */
abstract class ExactMethod implements KvMethod {
  private final ExactType type;

  ExactMethod(ExactType type) {
    this.type = type;
  }

  abstract KvTrack track(TrackContext context, BlockLayout layout, @Nullable TrackState state);

  @Override
  public ConfigSchema schema(Role role) {
    return ConfigSchema.of(id());
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    int scratchFloats = KvTrack.MAX_QUERIES * context.shape().headDim();
    return new TrackTraits(false, type, 0, false, 0, 0, scratchFloats, 0);
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return layout(context).plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    return track(context, layout(context), null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return track(context, layout(context), state);
  }

  private BlockLayout layout(TrackContext context) {
    long bytesPerHead = (long) KvTrack.BLOCK * context.shape().headDim() * type.bytes();
    ByteRole role = context.role() == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    return BlockLayout.of(
        context.shape().kvHeads(), new BlockLayout.Plane("rows", role, bytesPerHead));
  }
}

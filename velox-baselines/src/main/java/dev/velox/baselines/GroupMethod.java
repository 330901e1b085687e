package dev.velox.baselines;

import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import org.jspecify.annotations.Nullable;

/** A method of min/max groups along one axis a role. */
abstract class GroupMethod implements KvMethod {

  abstract Axis axis(TrackContext context);

  abstract int bits(TrackContext context);

  abstract int group(TrackContext context);

  private TokenGroups tokenGroups(TrackContext context) {
    KvShape s = context.shape();
    return new TokenGroups(context.role(), s.kvHeads(), s.headDim(), bits(context), group(context));
  }

  private ChannelGroups channelGroups(TrackContext context) {
    KvShape s = context.shape();
    checkDividesBlock(group(context));
    return new ChannelGroups(
        context.role(), s.kvHeads(), s.headDim(), bits(context), group(context));
  }

  /** Groups of tokens are whole within a block. */
  final void checkDividesBlock(int group) {
    if (KvTrack.BLOCK % group != 0) {
      throw new ConfigException(
          id(),
          "option 'group-size'",
          group,
          "must divide the block of " + KvTrack.BLOCK + " tokens: 1, 2, 4, 8, 16, 32 or 64");
    }
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    return switch (axis(context)) {
      case TOKEN -> tokenGroups(context).traits();
      case CHANNEL -> channelGroups(context).traits();
    };
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return switch (axis(context)) {
      case TOKEN -> tokenGroups(context).layout().plan(rows);
      case CHANNEL -> channelGroups(context).layout().plan(rows);
    };
  }

  @Override
  public KvTrack open(TrackContext context) {
    return track(context, null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return track(context, state);
  }

  private KvTrack track(TrackContext context, @Nullable TrackState state) {
    return switch (axis(context)) {
      case TOKEN -> new TokenGroupTrack(context, tokenGroups(context), state);
      case CHANNEL -> new ChannelGroupTrack(context, channelGroups(context), state);
    };
  }
}

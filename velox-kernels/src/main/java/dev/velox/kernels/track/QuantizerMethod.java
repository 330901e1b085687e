package dev.velox.kernels.track;

import dev.velox.api.ByteRole;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.RowMethod;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;

/**
 * A method that codes one head vector at a time: its author writes id, summary, schema and {@link
 * #quantizer}, and gets the track. Options that are impossible together or for a shape are refused
 * in {@code quantizer}.
 */
public abstract class QuantizerMethod implements RowMethod {

  /** A method; subclasses keep no state. */
  protected QuantizerMethod() {}

  @Override
  public TrackTraits traits(TrackContext context) {
    int prepared = KvTrack.MAX_QUERIES * context.shape().headDim();
    return TrackTraits.coded(prepared + quantizer(context).scratchFloats());
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    return layout(context, quantizer(context)).plan(rows);
  }

  @Override
  public KvTrack open(TrackContext context) {
    Quantizer quantizer = quantizer(context);
    return new RowTrack(context, layout(context, quantizer), quantizer, null);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    Quantizer quantizer = quantizer(context);
    return new RowTrack(context, layout(context, quantizer), quantizer, state);
  }

  private static BlockLayout layout(TrackContext context, Quantizer quantizer) {
    ByteRole role = context.role() == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    long bytes = (long) KvTrack.BLOCK * quantizer.codeBytes();
    return BlockLayout.of(context.shape().kvHeads(), new BlockLayout.Plane("codes", role, bytes));
  }
}

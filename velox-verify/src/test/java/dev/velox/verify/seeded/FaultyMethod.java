package dev.velox.verify.seeded;

import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.Option;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.track.QuantizerMethod;
import org.jspecify.annotations.Nullable;

/** A method that obeys every law without a fault, and breaks one with it. */
public final class FaultyMethod extends QuantizerMethod {
  private final @Nullable Fault fault;

  public FaultyMethod(@Nullable Fault fault) {
    this.fault = fault;
  }

  @Override
  public String id() {
    return "faulty";
  }

  @Override
  public String summary() {
    return "Eight bits a number, with a planted fault";
  }

  private Option<Integer> option() {
    int min = fault == Fault.OPTION_UNCHECKED ? 0 : 1;
    Option<Integer> option = Option.range("divisor", 1, min, 64, "a number to divide by");
    return new Option<>(
        option.name(),
        option.defaultValue(),
        "1..64",
        option.summary(),
        option.reader(),
        fault == Fault.OPTION_DOES_NOT_READ_BACK ? n -> "0" + n + "x" : option.writer());
  }

  @Override
  public ConfigSchema schema(Role role) {
    boolean plain = fault != Fault.OPTION_UNCHECKED && fault != Fault.OPTION_DOES_NOT_READ_BACK;
    return plain ? ConfigSchema.of(id()) : ConfigSchema.of(id(), option());
  }

  @Override
  public Quantizer quantizer(TrackContext context) {
    int dim = context.shape().headDim();
    if (fault == Fault.OPTION_UNCHECKED) {
      dim /= Integer.parseInt(context.config().spec().options().getOrDefault("divisor", "1"));
      dim = context.shape().headDim();
    }
    return new FaultyQuantizer(dim, fault);
  }

  @Override
  public TrackTraits traits(TrackContext context) {
    TrackTraits traits = super.traits(context);
    return fault == Fault.CLAIMS_TO_BE_EXACT
        ? new TrackTraits(
                false, ExactType.F16, 0, false, 0, 0, traits.scratchFloats(), traits.scratchBytes())
            .withTables(traits.scratchTables())
        : traits;
  }

  @Override
  public PlanReport plan(TrackContext context, int rows) {
    PlanReport plan = super.plan(context, rows);
    return fault == Fault.PLAN_TOO_SMALL && rows > 0
        ? super.plan(context, Math.max(0, rows - 64))
        : plan;
  }

  @Override
  public KvTrack open(TrackContext context) {
    return faulty(super.open(context), context);
  }

  @Override
  public KvTrack open(TrackContext context, TrackState state) {
    return faulty(super.open(context, state), context);
  }

  private KvTrack faulty(KvTrack track, TrackContext context) {
    int dim = context.shape().headDim();
    if (fault == null) {
      return track;
    }
    return new FaultyTrack(track, fault, context.memory(), dim);
  }
}

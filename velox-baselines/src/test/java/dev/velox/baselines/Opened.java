package dev.velox.baselines;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.accounting.LineMemory;
import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;

/** A track on a real ledger, with all that a test needs around it. */
final class Opened {
  static final Methods METHODS =
      Methods.of(new F32Method(), new F16Method(), new UniformMethod(), new KiviMethod());

  final KvMethod method;
  final TrackContext context;
  final Account account;
  final TrackScratch scratch;
  final int heads;
  final int dim;
  KvTrack track;

  Opened(String spec, Role role, int heads, int dim) {
    MethodSpec parsed = MethodSpec.parse(spec);
    this.method = METHODS.get(parsed.id());
    this.account = Ledger.unlimited().account("test");
    this.context = context(parsed, role, heads, dim, account);
    TrackTraits traits = method.traits(context);
    this.scratch =
        new TrackScratch(
            traits.scratchFloats(),
            traits.scratchBytes(),
            LineMemory.allocate(traits.scratchTables()));
    this.heads = heads;
    this.dim = dim;
    this.track = method.open(context);
  }

  static TrackContext context(MethodSpec spec, Role role, int heads, int dim, Account account) {
    return new TrackContext(
        role,
        new KvShape(1, heads, heads, dim, 1 << 20),
        0,
        METHODS.get(spec.id()).schema(role).parse(spec.options()),
        account,
        AttentionSpec.plain(dim),
        Precision.EXACT,
        METHODS);
  }

  /** Appends rows {@code [head][row][dim]}; they are copied first. */
  Opened append(int position, float[] rows) {
    int count = rows.length / heads / dim;
    float[] copy = rows.clone();
    track.begin(position, count);
    for (int h = 0; h < heads; h++) {
      track.encode(h, copy, h * count * dim);
    }
    return this;
  }

  float[] decode(int head, int from, int to) {
    float[] rows = new float[(to - from) * dim];
    track.decode(head, from, to, rows, 0, scratch);
    return rows;
  }

  ByteReport stateBytes() {
    ByteReport sum = ByteReport.ZERO;
    for (TrackState.Part part : track.state().parts()) {
      sum = sum.plus(part.bytes());
    }
    return sum;
  }

  /** Goes on with a fork, after the original has let its shares go. */
  void fork() {
    TrackState state = track.state();
    state.parts().forEach(part -> account.retain(part.segment()));
    KvTrack fork = method.open(context, state);
    track.clear();
    track = fork;
  }
}

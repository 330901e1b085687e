package dev.velox.nuq;

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
  static final Methods METHODS = Methods.installed();

  final KvMethod method;
  final TrackContext context;
  final Account account;
  final TrackScratch scratch;
  final int heads;
  final int dim;
  KvTrack track;

  Opened(String spec, Role role, int heads, int dim) {
    this(spec, role, heads, dim, Precision.EXACT);
  }

  Opened(String spec, Role role, int heads, int dim, Precision precision) {
    MethodSpec parsed = MethodSpec.parse(spec);
    this.method = METHODS.get(parsed.id());
    this.account = Ledger.unlimited().account("test");
    this.context = context(parsed, role, heads, dim, account, precision);
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

  /** A track of one head as keys, or as values. */
  static Opened one(String spec, Role role, int dim) {
    return new Opened(spec, role, 1, dim);
  }

  static TrackContext context(
      MethodSpec spec, Role role, int heads, int dim, Account account, Precision precision) {
    return new TrackContext(
        role,
        new KvShape(1, heads, heads, dim, 1 << 20),
        0,
        METHODS.get(spec.id()).schema(role).parse(spec.options()),
        account,
        AttentionSpec.plain(dim),
        precision,
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

  /** What one head's rows from 0 on come back as, when appended at once. */
  float[] through(float[] rows) {
    append(0, rows);
    return decode(0, 0, rows.length / dim);
  }

  double figure(String name) {
    return track.figures().stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .orElseThrow()
        .value();
  }

  ByteReport stateBytes() {
    ByteReport sum = ByteReport.ZERO;
    for (TrackState.Part part : track.state().parts()) {
      sum = sum.plus(part.bytes());
    }
    return sum;
  }

  /** A second track with the contents of this one's state, segments shared. */
  Opened fork() {
    TrackState state = track.state();
    state.parts().forEach(part -> account.retain(part.segment()));
    return new Opened(this, method.open(context, state));
  }

  private Opened(Opened other, KvTrack track) {
    this.method = other.method;
    this.context = other.context;
    this.account = other.account;
    this.scratch = other.scratch;
    this.heads = other.heads;
    this.dim = other.dim;
    this.track = track;
  }
}

package dev.velox.skvq;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.accounting.LineMemory;
import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.GroupTables;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A track of one head on a real ledger, with all that a test needs around it. */
final class Opened {
  static final SkvqMethod METHOD = new SkvqMethod();

  final Account account = Ledger.unlimited().account("test");
  final KvTrack track;
  private final TrackScratch scratch;
  private final int dim;
  private final SkvqShape shape;
  private int rows;

  Opened(String spec, int dim) {
    TrackContext context = context(spec, dim, account);
    TrackTraits traits = METHOD.traits(context);
    this.scratch =
        new TrackScratch(
            traits.scratchFloats(),
            traits.scratchBytes(),
            LineMemory.allocate(traits.scratchTables()));
    this.dim = dim;
    this.shape = METHOD.shape(context);
    this.track = METHOD.open(context);
  }

  static TrackContext context(String spec, int dim, Account account) {
    return new TrackContext(
        Role.KEYS,
        new KvShape(1, 1, 1, dim, 1 << 20),
        0,
        METHOD.schema(Role.KEYS).parse(MethodSpec.parse(spec).options()),
        account,
        AttentionSpec.plain(dim),
        Precision.EXACT,
        Methods.of(METHOD));
  }

  Opened append(float[] more) {
    int count = more.length / dim;
    track.begin(rows, count);
    track.encode(0, more.clone(), 0);
    rows += count;
    return this;
  }

  float[] decode() {
    float[] decoded = new float[rows * dim];
    track.decode(0, 0, rows, decoded, 0, scratch);
    return decoded;
  }

  /** What rows decode to. */
  static float[] roundTrip(String spec, int dim, float[] rows) {
    return new Opened(spec, dim).append(rows).decode();
  }

  MemorySegment part(String name) {
    return track.state().parts().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in the state"))
        .segment();
  }

  boolean has(String name) {
    return track.state().parts().stream().map(TrackState.Part::name).anyMatch(name::equals);
  }

  /** The codes of the first block. */
  byte[] firstCodes() {
    long at = shape.plane().codesAt(0);
    return part("block/0/block").asSlice(at, shape.codeBytes()).toArray(ValueLayout.JAVA_BYTE);
  }

  byte[] bytes(String name) {
    return part(name).toArray(ValueLayout.JAVA_BYTE);
  }

  /** The codes of the first rows, at most 64. */
  int[] codes(int count) {
    int n = count * dim;
    float[] codes = new float[n];
    byte[] work = new byte[n + CodeLayout.SLACK];
    GroupTables tables = shape.tables();
    long at = shape.plane().codesAt(0);
    if (tables != null) {
      tables.unpack(part("block/0/block"), at, 0, count, codes, 0, work);
    } else {
      shape.levels().unpack(part("block/0/block"), at, 0, n, codes, 0, work);
    }
    int[] whole = new int[n];
    for (int i = 0; i < n; i++) {
      whole[i] = (int) codes[i];
    }
    return whole;
  }

  /** The order of the channels. */
  int[] order() {
    Channels channels = new Channels(dim, true, false);
    MemorySegment table = part("table/order");
    int[] order = new int[dim];
    for (int i = 0; i < dim; i++) {
      order[i] = channels.channel(table, 0, i);
    }
    return order;
  }

  /** Mean squared error. */
  static double mse(float[] rows, float[] decoded) {
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      double off = (double) rows[i] - decoded[i];
      sum += off * off;
    }
    return sum / rows.length;
  }

  /** The mean over channels of a channel's squared error over its energy. */
  static double perChannel(float[] rows, float[] decoded, int dim) {
    double mean = 0;
    for (int c = 0; c < dim; c++) {
      double error = 0;
      double energy = 0;
      for (int i = c; i < rows.length; i += dim) {
        double off = (double) rows[i] - decoded[i];
        error += off * off;
        energy += (double) rows[i] * rows[i];
      }
      mean += error / energy / dim;
    }
    return mean;
  }
}

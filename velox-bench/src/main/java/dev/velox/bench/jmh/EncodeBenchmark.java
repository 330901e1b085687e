package dev.velox.bench.jmh;

import dev.velox.accounting.Account;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.cache.KvCaches;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One block of 64 rows encoded into a track, after its tables are fitted. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class EncodeBenchmark {
  private static final int BLOCK = KvTrack.BLOCK;

  /** How rows are coded. */
  @Param({
    "turbo:bits=4",
    "turbo:bits=3",
    "turbo:bits=2",
    "kvquant:bits=3",
    "skvq:bits=2",
    "kivi:bits=4",
    "uniform:bits=4"
  })
  public String cache;

  /** Keys or values. */
  @Param({"KEYS", "VALUES"})
  public Role role;

  /** Channels a head. */
  @Param({"128"})
  public int headDim;

  private final Inputs inputs = new Inputs();
  private final KvCaches caches = KvCaches.create();
  private final Account account = caches.ledger().account("jmh");
  private KvTrack track;
  private float[] rows;
  private float[] work;
  private int start;

  /** For JMH. */
  public EncodeBenchmark() {}

  /** Opens the track and fits its tables. */
  @Setup
  public void setup() {
    KvShape shape = new KvShape(1, 1, 1, headDim, 1 << 16);
    AttentionSpec attention = AttentionSpec.plain(headDim);
    MethodSpec spec =
        caches.effective(shape, CacheSpec.parse(cache), List.of(attention)).methods(0).of(role);
    KvMethod method = caches.methods().get(spec.id());
    TrackContext context =
        new TrackContext(
            role,
            shape,
            0,
            method.schema(role).parse(spec.options()),
            account,
            attention,
            Precision.EXACT,
            caches.methods());
    int fit = Math.max(BLOCK, method.traits(context).fitRows());
    start = (fit + BLOCK - 1) / BLOCK * BLOCK;
    rows = inputs.floats(BLOCK * headDim);
    work = rows.clone();
    track = method.open(context);
    track.begin(0, start);
    track.encode(0, inputs.floats(start * headDim), 0);
  }

  /** Closes the track. */
  @TearDown
  public void tearDown() {
    account.close();
    caches.close();
    inputs.close();
  }

  /**
   * Encodes a block; the rows are copied first, since a track may overwrite them.
   *
   * @return the track
   */
  @Benchmark
  public KvTrack encode() {
    track.trim(start);
    System.arraycopy(rows, 0, work, 0, work.length);
    track.begin(start, BLOCK);
    track.encode(0, work, 0);
    return track;
  }
}

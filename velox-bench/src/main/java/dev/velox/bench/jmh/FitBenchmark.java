package dev.velox.bench.jmh;

import dev.velox.accounting.Account;
import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.cache.KvCaches;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The first append of 4,096 keys to a head of 128 channels, per channel: levels fitted on all of
 * them ({@code fit-tokens=0}) or on 128, and all encoded. The difference is the fit of 4,096
 * samples.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class FitBenchmark {
  private static final int ROWS = 4096;
  private static final int DIM = 128;

  /** How keys are coded. */
  @Param({
    "kvquant:bits=4,fit-tokens=0",
    "kvquant:bits=4,fit-tokens=128",
    "kvquant:bits=4,fit-tokens=0,outlier-fraction=0,shrinkage=0",
    "kvquant:bits=4,fit-tokens=128,outlier-fraction=0,shrinkage=0"
  })
  public String cache;

  private final Inputs inputs = new Inputs();
  private final KvCaches caches = KvCaches.create();
  private final Account account = caches.ledger().account("jmh");
  private KvTrack track;
  private float[] rows;
  private float[] work;

  /** For JMH. */
  public FitBenchmark() {}

  /** Opens the track. */
  @Setup
  public void setup() {
    MethodSpec spec = MethodSpec.parse(cache);
    KvMethod method = caches.methods().get(spec.id());
    TrackContext context =
        new TrackContext(
            Role.KEYS,
            new KvShape(1, 1, 1, DIM, ROWS),
            0,
            method.schema(Role.KEYS).parse(spec.options()),
            account,
            AttentionSpec.plain(DIM),
            Precision.EXACT,
            caches.methods());
    rows = inputs.floats(ROWS * DIM);
    work = rows.clone();
    track = method.open(context);
  }

  /** Closes the track. */
  @TearDown
  public void tearDown() {
    account.close();
    caches.close();
    inputs.close();
  }

  /**
   * Fits and encodes; the rows are copied first, since a track may overwrite them.
   *
   * @return the track
   */
  @Benchmark
  @OperationsPerInvocation(DIM)
  public KvTrack firstAppend() {
    track.clear();
    System.arraycopy(rows, 0, work, 0, work.length);
    track.begin(0, ROWS);
    track.encode(0, work, 0);
    return track;
  }
}

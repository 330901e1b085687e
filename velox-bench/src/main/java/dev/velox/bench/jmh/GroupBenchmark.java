package dev.velox.bench.jmh;

import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Groups of 32 and whole channels of 64 rows of 128 channels. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class GroupBenchmark {
  private static final GroupKernels KERNELS = Kernels.active().groups();
  private static final int ROWS = 64;
  private static final int DIM = 128;
  private static final int N = ROWS * DIM;
  private static final int GROUP = 32;

  private final Inputs inputs = new Inputs();
  private final float[] extremes = new float[2];
  private final float[] zero = new float[DIM];
  private final float[] scale = new float[DIM];
  private final float[] zeros = new float[DIM];
  private final float[] steps = new float[DIM];
  private final byte[] codes = new byte[N];
  private final float[] decoded = new float[N];
  private float[] rows;

  /** For JMH. */
  public GroupBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    rows = inputs.floats(N);
    Arrays.fill(zeros, -3);
    Arrays.fill(steps, 0.4f);
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * Extremes of every group.
   *
   * @return the result
   */
  @Benchmark
  public float[] minMax() {
    for (int at = 0; at < N; at += GROUP) {
      KERNELS.minMax(rows, at, GROUP, extremes);
    }
    return extremes;
  }

  /**
   * Extremes of every channel.
   *
   * @return the result
   */
  @Benchmark
  public float[] minMaxColumns() {
    KERNELS.minMaxColumns(rows, 0, DIM, ROWS, DIM, zero, 0, scale, 0);
    return scale;
  }

  /**
   * Codes of every group.
   *
   * @return the result
   */
  @Benchmark
  public byte[] encode() {
    for (int at = 0; at < N; at += GROUP) {
      KERNELS.encode(rows, at, GROUP, -3, 0.4f, 15, codes, at);
    }
    return codes;
  }

  /**
   * Codes of every channel.
   *
   * @return the result
   */
  @Benchmark
  public byte[] encodeColumns() {
    KERNELS.encodeColumns(rows, 0, DIM, ROWS, DIM, zeros, 0, steps, 0, 15, codes, 0);
    return codes;
  }

  /**
   * Numbers of every group.
   *
   * @return the result
   */
  @Benchmark
  public float[] decode() {
    for (int at = 0; at < N; at += GROUP) {
      KERNELS.decode(codes, at, GROUP, -3, 0.4f, decoded, at);
    }
    return decoded;
  }

  /**
   * Numbers of every channel.
   *
   * @return the result
   */
  @Benchmark
  public float[] decodeColumns() {
    KERNELS.decodeColumns(codes, 0, ROWS, DIM, zeros, 0, steps, 0, decoded, 0, DIM);
    return decoded;
  }
}

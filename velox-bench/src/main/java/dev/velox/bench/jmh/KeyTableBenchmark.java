package dev.velox.bench.jmh;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import java.lang.foreign.MemorySegment;
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

/** One query's scores of one block of 64 tokens, by byte tables. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class KeyTableBenchmark {
  private static final KeyTableKernels KERNELS = Kernels.active().keyTables();

  /** Channels a head. */
  @Param({"64", "128"})
  public int headDim;

  private final Inputs inputs = new Inputs();
  private final float[] scores = new float[KeyTableKernels.TOKENS];
  private MemorySegment codes;
  private MemorySegment tables;

  /** For JMH. */
  public KeyTableBenchmark() {}

  /** Makes codes and tables. */
  @Setup
  public void setup() {
    codes = inputs.memory(KeyTableKernels.TOKENS * (long) headDim);
    tables = inputs.entries(headDim * 64L, 128);
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * 4 bits, entries of 8 bits: a row holds two channels.
   *
   * @return the scores
   */
  @Benchmark
  public float[] nibbles() {
    KERNELS.nibbles(codes, 0, 1, headDim / 2, tables, 0, 1e-3f, -1, scores, 0);
    return scores;
  }

  /**
   * 4 bits, entries of 14 bits.
   *
   * @return the scores
   */
  @Benchmark
  public float[] nibblesWide() {
    KERNELS.nibblesWide(codes, 0, 1, headDim / 2, tables, 0, 1e-3f, -1, scores, 0);
    return scores;
  }

  /**
   * 2 bits: a row holds four channels, a table two.
   *
   * @return the scores
   */
  @Benchmark
  public float[] crumbs() {
    KERNELS.nibbles(codes, 0, 1, headDim / 4, tables, 0, 1e-3f, -1, scores, 0);
    return scores;
  }

  /**
   * 3 bits: a triplet holds eight channels.
   *
   * @return the scores
   */
  @Benchmark
  public float[] sixes() {
    KERNELS.sixes(codes, 0, 1, headDim / 8, tables, 0, 1e-3f, -1, scores, 0);
    return scores;
  }

  /**
   * 3 bits, entries of 14 bits.
   *
   * @return the scores
   */
  @Benchmark
  public float[] sixesWide() {
    KERNELS.sixesWide(codes, 0, 1, headDim / 8, tables, 0, 1e-3f, -1, scores, 0);
    return scores;
  }
}

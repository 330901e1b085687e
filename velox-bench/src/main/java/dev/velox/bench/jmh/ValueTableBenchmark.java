package dev.velox.bench.jmh;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
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

/** One query's weighted sum of one block of 64 tokens, by tables made in registers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class ValueTableBenchmark {
  private static final int WORK = ValueTableKernels.TOKENS + ValueTableKernels.SLACK;
  private static final ValueTableKernels KERNELS = Kernels.active().valueTables();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();

  /** Channels a head. */
  @Param({"64", "128"})
  public int headDim;

  private final Inputs inputs = new Inputs();
  private final float[] book = new float[16];
  private final float[] weights = inputs.weights(WORK + ValueTableKernels.WORK);
  private final float[] scaled = new float[weights.length];
  private MemorySegment codes;
  private MemorySegment scales;
  private float[] sums;
  private int groups;

  /** For JMH. */
  public ValueTableBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    groups = headDim / ValueTableKernels.CHANNELS;
    codes = inputs.memory(ValueTableKernels.TOKENS * (long) headDim);
    scales = inputs.zeros(2L * ValueTableKernels.TOKENS);
    Kernels.active()
        .rows()
        .storeF16(inputs.weights(ValueTableKernels.TOKENS), 0, scales, 0, ValueTableKernels.TOKENS);
    sums = new float[headDim];
    for (int i = 0; i < book.length; i++) {
      book[i] = (2f * i - 15) / 15;
    }
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * 4 bits, entries of 7 bits.
   *
   * @return the result
   */
  @Benchmark
  public float[] nibbles() {
    KERNELS.nibbles(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 4 bits, entries of 10 bits.
   *
   * @return the result
   */
  @Benchmark
  public float[] nibblesWide() {
    KERNELS.nibblesWide(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 3 bits, entries of 6 bits a token.
   *
   * @return the result
   */
  @Benchmark
  public float[] triples() {
    KERNELS.triples(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 3 bits, entries of 10 bits a token.
   *
   * @return the result
   */
  @Benchmark
  public float[] triplesWide() {
    KERNELS.triplesWide(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 2 bits, entries of 6 bits a token.
   *
   * @return the result
   */
  @Benchmark
  public float[] crumbs() {
    KERNELS.crumbs(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 2 bits, entries of 10 bits a token.
   *
   * @return the result
   */
  @Benchmark
  public float[] crumbsWide() {
    KERNELS.crumbsWide(codes, 0, groups, book, 0, weights, 0, WORK, 1, 2, sums, 0);
    return sums;
  }

  /**
   * 64 weights times their f16 scales.
   *
   * @return the result
   */
  @Benchmark
  public float[] scaleWeights() {
    WEIGHTS.scaleWeights(scales, 0, weights, 0, ValueTableKernels.TOKENS, scaled, 0);
    return scaled;
  }
}

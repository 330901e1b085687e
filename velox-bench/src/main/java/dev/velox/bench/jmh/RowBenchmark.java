package dev.velox.bench.jmh;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
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

/** Rows of floats and halves: 64 of them, for one query and for four. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class RowBenchmark {
  private static final RowKernels KERNELS = Kernels.active().rows();
  private static final int ROWS = 64;

  /** Channels a head. */
  @Param({"64", "128"})
  public int headDim;

  /** Query heads that share the rows. */
  @Param({"1", "4"})
  public int group;

  private final Inputs inputs = new Inputs();
  private float[] heap;
  private float[] queries;
  private float[] weights;
  private float[] scores;
  private float[] sums;
  private MemorySegment f32;
  private MemorySegment f16;

  /** For JMH. */
  public RowBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    heap = inputs.floats(ROWS * headDim);
    queries = inputs.floats(group * headDim);
    weights = inputs.weights(group * ROWS);
    scores = new float[group * ROWS];
    sums = new float[group * headDim];
    f32 = inputs.zeros(4L * ROWS * headDim);
    f16 = inputs.zeros(2L * ROWS * headDim);
    KERNELS.storeF32(heap, 0, f32, 0, ROWS * headDim);
    KERNELS.storeF16(heap, 0, f16, 0, ROWS * headDim);
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * One dot product.
   *
   * @return the result
   */
  @Benchmark
  public float dot() {
    return KERNELS.dot(queries, 0, heap, 0, headDim);
  }

  /**
   * One row added to another.
   *
   * @return the result
   */
  @Benchmark
  public float[] axpy() {
    KERNELS.axpy(1e-9f, heap, 0, sums, 0, headDim);
    return sums;
  }

  /**
   * 64 rows to f16.
   *
   * @return the result
   */
  @Benchmark
  public MemorySegment storeF16() {
    KERNELS.storeF16(heap, 0, f16, 0, ROWS * headDim);
    return f16;
  }

  /**
   * 64 rows from f16.
   *
   * @return the result
   */
  @Benchmark
  public float[] loadF16() {
    KERNELS.loadF16(f16, 0, heap, 0, ROWS * headDim);
    return heap;
  }

  /**
   * Scores of 64 f32 rows.
   *
   * @return the result
   */
  @Benchmark
  public float[] scoreF32() {
    KERNELS.scoreRowsF32(f32, 0, ROWS, headDim, queries, 0, group, headDim, scores, 0, ROWS);
    return scores;
  }

  /**
   * Weighted sums of 64 f32 rows.
   *
   * @return the result
   */
  @Benchmark
  public float[] accumulateF32() {
    KERNELS.accumulateRowsF32(f32, 0, ROWS, headDim, weights, 0, group, ROWS, sums, 0, headDim);
    return sums;
  }

  /**
   * Scores of 64 f16 rows.
   *
   * @return the result
   */
  @Benchmark
  public float[] scoreF16() {
    KERNELS.scoreRowsF16(f16, 0, ROWS, headDim, queries, 0, group, headDim, scores, 0, ROWS);
    return scores;
  }

  /**
   * Weighted sums of 64 f16 rows.
   *
   * @return the result
   */
  @Benchmark
  public float[] accumulateF16() {
    KERNELS.accumulateRowsF16(f16, 0, ROWS, headDim, weights, 0, group, ROWS, sums, 0, headDim);
    return sums;
  }

  /**
   * Scores of 64 rows on the heap.
   *
   * @return the result
   */
  @Benchmark
  public float[] scoreHeap() {
    KERNELS.scoreRows(heap, 0, ROWS, headDim, queries, 0, group, headDim, scores, 0, ROWS);
    return scores;
  }

  /**
   * Weighted sums of 64 rows on the heap.
   *
   * @return the result
   */
  @Benchmark
  public float[] accumulateHeap() {
    KERNELS.accumulateRows(heap, 0, ROWS, headDim, weights, 0, group, ROWS, sums, 0, headDim);
    return sums;
  }
}

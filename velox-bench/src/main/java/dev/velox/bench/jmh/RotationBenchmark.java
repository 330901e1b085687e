package dev.velox.bench.jmh;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RotationKernels;
import java.util.Arrays;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The randomised Hadamard rotation of 64 rows, in place: forth and back keeps the numbers alike.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class RotationBenchmark {
  private static final RotationKernels KERNELS = Kernels.active().rotation();
  private static final int ROWS = 64;

  /** Channels a head. */
  @Param({"64", "128"})
  public int headDim;

  private float[] rows;
  private float[] diagonal;

  /** For JMH. */
  public RotationBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    try (Inputs inputs = new Inputs()) {
      rows = inputs.floats(ROWS * headDim);
    }
    diagonal = new float[headDim];
    Arrays.fill(diagonal, (float) (1 / Math.sqrt(headDim)));
  }

  /**
   * Forth.
   *
   * @return the rows
   */
  @Benchmark
  public float[] hadamard() {
    KERNELS.hadamard(rows, 0, headDim, ROWS, headDim, diagonal, 0);
    return rows;
  }

  /**
   * Back.
   *
   * @return the rows
   */
  @Benchmark
  public float[] hadamardBack() {
    KERNELS.hadamardBack(rows, 0, headDim, ROWS, headDim, diagonal, 0);
    return rows;
  }
}

package dev.velox.bench.jmh;

import dev.velox.kernels.CodebookKernels;
import dev.velox.kernels.Kernels;
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

/** Nearest levels and levels of codes: a block of 64 rows of 128 channels, one codebook. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class CodebookBenchmark {
  private static final CodebookKernels KERNELS = Kernels.active().codebook();
  private static final int ROWS = 64;
  private static final int DIM = 128;

  /** Bits a code. */
  @Param({"2", "3", "4"})
  public int bits;

  private final byte[] codes = new byte[ROWS * DIM];
  private float[] rows;
  private float[] levels;
  private float[] bounds;

  /** For JMH. */
  public CodebookBenchmark() {}

  /** Makes rows and evenly spaced levels from -2 to 2. */
  @Setup
  public void setup() {
    try (Inputs inputs = new Inputs()) {
      rows = inputs.floats(ROWS * DIM);
    }
    levels = new float[1 << bits];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = 4f * i / (levels.length - 1) - 2;
    }
    bounds = CodebookKernels.bounds(levels);
  }

  /**
   * Numbers to codes.
   *
   * @return the codes
   */
  @Benchmark
  public byte[] nearest() {
    KERNELS.nearest(rows, 0, rows.length, 1, bounds, 0, bits, codes, 0);
    return codes;
  }

  /**
   * Codes to numbers.
   *
   * @return the numbers
   */
  @Benchmark
  public float[] levels() {
    KERNELS.levels(codes, 0, ROWS, DIM, bits, levels, 0, 0, rows, 0);
    return rows;
  }
}

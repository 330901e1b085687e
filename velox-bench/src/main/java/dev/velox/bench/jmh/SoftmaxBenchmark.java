package dev.velox.bench.jmh;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.SoftmaxKernels;
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

/** The parts of a softmax over 4,096 scores. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class SoftmaxBenchmark {
  private static final SoftmaxKernels KERNELS = Kernels.active().softmax();
  private static final int SCORES = 4096;

  private final Inputs inputs = new Inputs();
  private final float[] scores = inputs.floats(SCORES);
  private final float[] work = new float[SCORES];

  /** For JMH. */
  public SoftmaxBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    System.arraycopy(scores, 0, work, 0, SCORES);
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * The greatest score.
   *
   * @return the result
   */
  @Benchmark
  public float max() {
    return KERNELS.max(scores, 0, SCORES);
  }

  /**
   * Exponentials and their sum; the scores are copied first.
   *
   * @return the result
   */
  @Benchmark
  public float expSum() {
    System.arraycopy(scores, 0, work, 0, SCORES);
    float sum = KERNELS.expSum(work, 0, SCORES, 6);
    return sum;
  }

  /**
   * The bound of logits; the scores are copied first.
   *
   * @return the result
   */
  @Benchmark
  public float[] softCap() {
    System.arraycopy(scores, 0, work, 0, SCORES);
    KERNELS.softCap(work, 0, SCORES, 30);
    return work;
  }
}

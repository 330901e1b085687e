package dev.velox.bench.jmh;

import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
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

/** The bit packer on 8,192 codes: a block of 64 tokens and 128 channels. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class CodeBenchmark {
  private static final CodeKernels KERNELS = Kernels.active().codes();
  private static final int CODES = 64 * 128;

  /** Bits a code. */
  @Param({"2", "3", "4"})
  public int bits;

  private final Inputs inputs = new Inputs();
  private final float[] floats = new float[CODES];
  private final MemorySegment packed = inputs.memory(CODES);
  private byte[] codes;

  /** For JMH. */
  public CodeBenchmark() {}

  /** Makes the inputs. */
  @Setup
  public void setup() {
    codes = inputs.bytes(CODES, 1 << bits);
  }

  /** Gives the memory back. */
  @TearDown
  public void tearDown() {
    inputs.close();
  }

  /**
   * Codes to packed bits.
   *
   * @return the result
   */
  @Benchmark
  public MemorySegment pack() {
    KERNELS.pack(bits, codes, 0, CODES, packed, 0);
    return packed;
  }

  /**
   * Packed bits to codes.
   *
   * @return the result
   */
  @Benchmark
  public byte[] unpack() {
    KERNELS.unpack(bits, packed, 0, CODES, codes, 0);
    return codes;
  }

  /**
   * Packed bits to floats.
   *
   * @return the result
   */
  @Benchmark
  public float[] unpackFloats() {
    KERNELS.unpackFloats(bits, packed, 0, CODES, floats, 0);
    return floats;
  }

  /**
   * The sum of 8,192 bytes as words.
   *
   * @return the result
   */
  @Benchmark
  public long sumWords() {
    return KERNELS.sumWords(packed, 0, CODES / 8);
  }
}

package dev.velox.verify.seeded;

import dev.velox.api.spi.Quantizer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfFloat;
import org.jspecify.annotations.Nullable;

/** Eight bits a number with one scale and zero point a vector, and a place for every fault. */
final class FaultyQuantizer implements Quantizer {
  private static final OfFloat F32 = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final int HEADER = 8;
  private static final float LARGEST = 65504;

  private final int dim;
  private final @Nullable Fault fault;
  private int coded;
  private volatile float shared;
  private float[] kept = {};

  FaultyQuantizer(int dim, @Nullable Fault fault) {
    this.dim = dim;
    this.fault = fault;
  }

  @Override
  public int codeBytes() {
    return dim + HEADER - (fault == Fault.CODE_TOO_SHORT ? 1 : 0);
  }

  @Override
  public int scratchFloats() {
    return 1;
  }

  private float bounded(float x) {
    return fault == Fault.RANGE_OVERFLOWS ? x : Math.clamp(x, -LARGEST, LARGEST);
  }

  @Override
  public void encode(float[] x, int offset, MemorySegment codes, long at, float[] s, int sAt) {
    int from = fault == Fault.ENCODE_IGNORES_OFFSET ? 0 : offset;
    float low = Float.MAX_VALUE;
    float high = -Float.MAX_VALUE;
    for (int c = 0; c < dim; c++) {
      low = Math.min(low, bounded(x[from + c]));
      high = Math.max(high, bounded(x[from + c]));
    }
    coded++;
    float wider = fault == Fault.KEEPS_A_COUNTER && coded % 100 == 0 ? 1.01f : 1;
    float scale = wider * (high - low) / (fault == Fault.WASTES_A_BIT ? 127 : 255);
    codes.set(F32, at, scale);
    codes.set(F32, at + 4, fault == Fault.ZERO_POINT_DROPPED ? 0 : low);
    boolean divide = scale != 0 || fault == Fault.ZERO_RANGE_IS_NAN;
    int end = dim - (fault == Fault.LAST_CHANNEL_LOST && dim % 2 == 1 ? 1 : 0);
    for (int c = 0; c < end; c++) {
      float level = divide ? (bounded(x[from + c]) - low) / scale : 0;
      if (Float.isNaN(level)) {
        codes.set(F32, at, level);
      }
      double rounded = fault == Fault.ROUNDS_DOWN ? Math.floor(level) : Math.rint(level);
      int code = Math.clamp((int) rounded, 0, 255);
      if (HEADER + c < codeBytes() || at + HEADER + c < codes.byteSize()) {
        codes.set(BYTE, at + HEADER + c, (byte) code);
      }
    }
  }

  private float number(MemorySegment codes, long at, int c) {
    if (HEADER + c >= codeBytes() && at + HEADER + c >= codes.byteSize()) {
      return 0;
    }
    byte code = codes.get(BYTE, at + HEADER + c);
    int level = fault == Fault.SIGNED_CODES ? code : code & 0xFF;
    return codes.get(F32, at) * level;
  }

  @Override
  public void decode(MemorySegment codes, long at, float[] x, int offset, float[] s, int sAt) {
    int to = fault == Fault.DECODE_IGNORES_OFFSET ? 0 : offset;
    for (int c = 0; c < dim; c++) {
      x[to + c] = codes.get(F32, at + 4) + number(codes, at, c);
    }
  }

  @Override
  public void dot(
      int queries,
      float[] q,
      int qAt,
      MemorySegment codes,
      long at,
      float[] scores,
      int sAt,
      int stride,
      float[] s,
      int scratchAt) {
    if (fault == Fault.ALLOCATES_IN_DOT) {
      kept = new float[queries];
      kept[0] = q[qAt];
    }
    if (fault == Fault.TAKES_MORE_SCRATCH) {
      s[scratchAt + 1] = 1;
    }
    float zero = fault == Fault.DOT_DROPS_ZERO_POINT ? 0 : codes.get(F32, at + 4);
    int count = fault == Fault.ONE_QUERY_ONLY ? 1 : queries;
    int step = fault == Fault.DOT_IGNORES_STRIDE ? 0 : stride;
    for (int j = 0; j < count; j++) {
      float sum = 0;
      shared = 0;
      for (int c = 0; c < dim; c++) {
        float product = q[qAt + j * dim + c] * (zero + number(codes, at, c));
        sum += product;
        shared += product;
      }
      scores[sAt + j * step] = fault == Fault.SUMS_IN_A_FIELD ? shared : sum;
    }
  }

  @Override
  public void addScaled(
      int queries,
      float[] weights,
      int wAt,
      int stride,
      MemorySegment codes,
      long at,
      float[] sums,
      int sumAt,
      float[] s,
      int scratchAt) {
    float zero = fault == Fault.SUM_DROPS_ZERO_POINT ? 0 : codes.get(F32, at + 4);
    int step = fault == Fault.SUM_IGNORES_STRIDE ? 0 : stride;
    for (int j = 0; j < queries; j++) {
      for (int c = 0; c < dim; c++) {
        float x = zero + number(codes, at, c);
        sums[sumAt + j * dim + c] += weights[wAt + j * step] * x;
      }
    }
  }
}

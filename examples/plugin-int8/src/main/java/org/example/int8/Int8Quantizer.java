package org.example.int8;

import dev.velox.api.spi.Quantizer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfFloat;
import java.nio.ByteOrder;

/**
 * Codes of one head vector: for each group of channels a scale, a zero point, then one unsigned
 * byte a channel.
 */
final class Int8Quantizer implements Quantizer {
  private static final OfFloat F32 =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final int HEADER = 8;
  private static final float LARGEST = 65504;

  private final int dim;
  private final int group;
  private final boolean zeroPoint;

  Int8Quantizer(int dim, int group, boolean zeroPoint) {
    this.dim = dim;
    this.group = group;
    this.zeroPoint = zeroPoint;
  }

  @Override
  public int codeBytes() {
    return dim + HEADER * ((dim + group - 1) / group);
  }

  @Override
  public int scratchFloats() {
    return 0;
  }

  @Override
  public void encode(float[] x, int at, MemorySegment codes, long out, float[] s, int sAt) {
    for (int from = 0; from < dim; from += group) {
      int to = Math.min(dim, from + group);
      float low = LARGEST;
      float high = -LARGEST;
      for (int c = from; c < to; c++) {
        low = Math.min(low, clamp(x[at + c]));
        high = Math.max(high, clamp(x[at + c]));
      }
      float top = Math.max(Math.abs(low), Math.abs(high));
      float zero = zeroPoint ? low : -top;
      float scale = (zeroPoint ? high - low : 2 * top) / (zeroPoint ? 255 : 254);
      codes.set(F32, out, scale);
      codes.set(F32, out + 4, zero);
      out += HEADER;
      for (int c = from; c < to; c++) {
        float level = scale == 0 ? 0 : (clamp(x[at + c]) - zero) / scale;
        codes.set(BYTE, out++, (byte) Math.clamp((int) Math.rint(level), 0, 255));
      }
    }
  }

  private static float clamp(float x) {
    return Math.clamp(x, -LARGEST, LARGEST);
  }

  @Override
  public void decode(MemorySegment codes, long in, float[] x, int at, float[] s, int sAt) {
    for (int from = 0; from < dim; from += group) {
      float scale = codes.get(F32, in);
      float zero = codes.get(F32, in + 4);
      in += HEADER;
      for (int c = from; c < Math.min(dim, from + group); c++) {
        x[at + c] = zero + scale * (codes.get(BYTE, in++) & 0xFF);
      }
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
    for (int j = 0; j < queries; j++) {
      long in = at;
      float score = 0;
      for (int from = 0; from < dim; from += group) {
        float scale = codes.get(F32, in);
        float zero = codes.get(F32, in + 4);
        in += HEADER;
        for (int c = from; c < Math.min(dim, from + group); c++) {
          score += q[qAt + j * dim + c] * (zero + scale * (codes.get(BYTE, in++) & 0xFF));
        }
      }
      scores[sAt + j * stride] = score;
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
    long in = at;
    for (int from = 0; from < dim; from += group) {
      float scale = codes.get(F32, in);
      float zero = codes.get(F32, in + 4);
      in += HEADER;
      for (int c = from; c < Math.min(dim, from + group); c++) {
        float x = zero + scale * (codes.get(BYTE, in++) & 0xFF);
        for (int j = 0; j < queries; j++) {
          sums[sumAt + j * dim + c] += weights[wAt + j * stride] * x;
        }
      }
    }
  }
}

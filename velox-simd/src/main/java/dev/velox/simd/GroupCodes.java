package dev.velox.simd;

import static dev.velox.simd.Lanes.B;
import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.GroupKernels;
import dev.velox.kernels.Kernels;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Codes of a run under one zero point and scale. */
final class GroupCodes {
  /** Adding it to 0..255 rounds to an integer, half to even, and leaves that in the low byte. */
  static final float ROUNDER = 0x1p23f;

  private static final GroupKernels SCALAR = Kernels.scalar().groups();
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** One byte a float lane; with four lanes there is no such species, and words are used. */
  static final VectorSpecies<Byte> B_LANES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, 8 * L)));

  static final ByteVector LOW_BYTES = lowBytes();

  private GroupCodes() {}

  static void encode(
      float[] x, int o, int n, float zero, float scale, int maxCode, byte[] codes, int co) {
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      IntVector code =
          FloatVector.fromArray(F, x, o + i)
              .sub(zero)
              .div(scale)
              .max(0f)
              .min(maxCode)
              .add(ROUNDER)
              .reinterpretAsInts()
              .and(0xff);
      if (L > 4) {
        code.convertShape(VectorOperators.I2B, B_LANES, 0)
            .reinterpretAsBytes()
            .intoArray(codes, co + i);
      } else {
        INTS.set(
            codes,
            co + i,
            LOW_BYTES.selectFrom(code.reinterpretAsBytes()).reinterpretAsInts().lane(0));
      }
    }
    SCALAR.encode(x, o + i, n - i, zero, scale, maxCode, codes, co + i);
  }

  static void decode(byte[] codes, int co, int n, float zero, float scale, float[] x, int o) {
    FloatVector base = FloatVector.broadcast(F, zero);
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      if (L > 4) {
        ByteVector.fromArray(B_LANES, codes, co + i)
            .convertShape(VectorOperators.ZERO_EXTEND_B2I, I, 0)
            .reinterpretAsInts()
            .convertShape(VectorOperators.I2F, F, 0)
            .reinterpretAsFloats()
            .fma(FloatVector.broadcast(F, scale), base)
            .intoArray(x, o + i);
      } else {
        IntVector.broadcast(I, (int) INTS.get(codes, co + i))
            .lanewise(VectorOperators.LSHR, IntVector.zero(I).addIndex(8))
            .and(0xff)
            .convertShape(VectorOperators.I2F, F, 0)
            .reinterpretAsFloats()
            .fma(FloatVector.broadcast(F, scale), base)
            .intoArray(x, o + i);
      }
    }
    SCALAR.decode(codes, co + i, n - i, zero, scale, x, o + i);
  }

  private static ByteVector lowBytes() {
    byte[] where = new byte[B.length()];
    for (int l = 0; l < L; l++) {
      where[l] = (byte) (4 * l);
    }
    return ByteVector.fromArray(B, where, 0);
  }
}

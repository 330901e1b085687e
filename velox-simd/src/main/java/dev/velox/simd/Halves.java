package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.H;
import static dev.velox.simd.Lanes.I;
import static dev.velox.simd.Lanes.L;
import static dev.velox.simd.Lanes.LE;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * IEEE halves by integer arithmetic: a half's bits, moved to a float's place, are its value times
 * 2^-112.
 */
final class Halves {
  /** Sign, exponent and mantissa of a half after sign extension and a shift by 13. */
  static final int BITS = 0x8fffe000;

  /** 2^112. */
  static final float SCALE = 0x1p112f;

  /** The class of vectors of halves: what {@link Lanes#FLOATS} is for. */
  @SuppressWarnings("unchecked")
  private static final Class<ShortVector> HALVES = (Class<ShortVector>) (Class<?>) H.vectorType();

  private static final short HALF_MAGNITUDE = 0x7fff;
  private static final short HALF_INFINITY = 0x7c00;
  private static final int SIGN = 0x80000000;
  private static final int MAGNITUDE = 0x7fffffff;
  private static final int EXPONENT = 0x7f800000;
  private static final float MAX = 65504f;
  private static final float MIN_NORMAL = 0x1p-14f;
  private static final float SUBNORMAL_ROUNDER = 0.5f;
  private static final int NAN = 0x7e00;

  private Halves() {}

  static void load(MemorySegment src, long at, float[] dst, int o, int n) {
    int whole = F.loopBound(n);
    if (!loadFinite(src, at, dst, o, whole)) {
      loadAny(src, at, dst, o, whole);
    }
    Lanes.SCALAR_ROWS.loadF16(src, at + 2L * whole, dst, o + whole, n - whole);
  }

  /** Loads halves as if all were finite; false if one was not. */
  private static boolean loadFinite(MemorySegment src, long at, float[] dst, int o, int n) {
    IntVector kept = IntVector.broadcast(I, BITS);
    FloatVector power = FloatVector.broadcast(F, SCALE);
    ShortVector magnitude = ShortVector.broadcast(H, HALF_MAGNITUDE);
    ShortVector greatest = ShortVector.zero(H);
    for (int i = 0; i < n; i += L) {
      ShortVector half = ShortVector.fromMemorySegment(H, src, at + 2L * i, LE);
      greatest = HALVES.cast(greatest).max(half.and(magnitude));
      ((IntVector) half.convertShape(VectorOperators.S2I, I, 0))
          .lanewise(VectorOperators.LSHL, 13)
          .and(kept)
          .reinterpretAsFloats()
          .mul(power)
          .intoArray(dst, o + i);
    }
    return !HALVES.cast(greatest).compare(VectorOperators.GE, HALF_INFINITY).anyTrue();
  }

  private static void loadAny(MemorySegment src, long at, float[] dst, int o, int n) {
    for (int i = 0; i < n; i += L) {
      FloatVector x =
          ShortVector.fromMemorySegment(H, src, at + 2L * i, LE)
              .convertShape(VectorOperators.S2I, I, 0)
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, 13)
              .and(BITS)
              .reinterpretAsFloats()
              .mul(SCALE);
      VectorMask<Integer> special = x.abs().compare(VectorOperators.GE, 0x1p16f).cast(I);
      IntVector bits = x.reinterpretAsInts();
      bits.blend(bits.or(EXPONENT), special).reinterpretAsFloats().intoArray(dst, o + i);
    }
  }

  static int store(float[] src, int so, MemorySegment dst, long at, int n) {
    if (Magnitudes.greatest(src, so, n) <= Float.floatToRawIntBits(MAX)) {
      convert(src, so, dst, at, n);
      return 0;
    }
    return storeAny(src, so, dst, at, n);
  }

  /** A loop of its own: the compiler turns it into vectors only where it stands alone. */
  private static void convert(float[] src, int so, MemorySegment dst, long at, int n) {
    for (int i = 0; i < n; i++) {
      dst.set(WordCodes.SHORT, at + 2L * i, Float.floatToFloat16(src[so + i]));
    }
  }

  private static int storeAny(float[] src, int so, MemorySegment dst, long at, int n) {
    int clamped = 0;
    int i = 0;
    for (; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, src, so + i);
      IntVector sign = x.reinterpretAsInts().and(SIGN).lanewise(VectorOperators.LSHR, 16);
      FloatVector a = x.reinterpretAsInts().and(MAGNITUDE).reinterpretAsFloats();
      VectorMask<Float> tooLarge = a.compare(VectorOperators.GT, MAX);
      clamped += tooLarge.trueCount();
      a = a.blend(MAX, tooLarge);
      IntVector bits = a.reinterpretAsInts();
      IntVector odd = bits.lanewise(VectorOperators.LSHR, 13).and(1);
      IntVector normal = bits.add(0xfff - (112 << 23)).add(odd).lanewise(VectorOperators.LSHR, 13);
      IntVector subnormal =
          a.add(SUBNORMAL_ROUNDER)
              .reinterpretAsInts()
              .sub(Float.floatToRawIntBits(SUBNORMAL_ROUNDER));
      IntVector half =
          normal
              .blend(subnormal, a.compare(VectorOperators.LT, MIN_NORMAL).cast(I))
              .blend(NAN, bits.compare(VectorOperators.GT, EXPONENT));
      half.or(sign)
          .convertShape(VectorOperators.I2S, H, 0)
          .reinterpretAsShorts()
          .intoMemorySegment(dst, at + 2L * i, LE);
    }
    return clamped + Lanes.SCALAR_ROWS.storeF16(src, so + i, dst, at + 2L * i, n - i);
  }
}

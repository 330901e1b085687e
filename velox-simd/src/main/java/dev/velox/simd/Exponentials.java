package dev.velox.simd;

import static dev.velox.simd.Lanes.F;
import static dev.velox.simd.Lanes.L;

import dev.velox.kernels.Exp;
import dev.velox.kernels.Tanh;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Exponentials of {@link Exp} and what is made of them, over the whole vectors of a run. The
 * polynomial is written out in each loop: a helper that compiles to much code on its own is not
 * inlined, and then boxes the vectors it takes and gives.
 */
final class Exponentials {
  private Exponentials() {}

  /** s = exp(s - shift). */
  static void exp(float[] s, int o, int n, float shift) {
    for (int i = 0; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, s, o + i).sub(shift);
      FloatVector y = x.blend(Exp.OVERFLOW, x.compare(VectorOperators.GT, Exp.OVERFLOW));
      FloatVector z = y.fma(Exp.LOG2_E, Exp.ROUNDER);
      FloatVector k = z.sub(Exp.ROUNDER);
      FloatVector r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_HIGH), y);
      r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_LOW), r);
      FloatVector p = r.fma(Exp.C6, Exp.C5);
      p = p.fma(r, FloatVector.broadcast(F, Exp.C4));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C3));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C2));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      p.reinterpretAsInts()
          .add(z.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
          .reinterpretAsFloats()
          .blend(0f, x.compare(VectorOperators.LT, Exp.UNDERFLOW))
          .intoArray(s, o + i);
    }
  }

  /**
   * s = cap · tanh(s / cap), as {@link Tanh}: of exp(-2|x|), or of a polynomial where x is small.
   */
  static void softCap(float[] s, int o, int n, float cap) {
    for (int i = 0; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, s, o + i).div(cap);
      FloatVector size = x.abs();
      FloatVector y = size.mul(-2f);
      FloatVector z = y.fma(Exp.LOG2_E, Exp.ROUNDER);
      FloatVector k = z.sub(Exp.ROUNDER);
      FloatVector r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_HIGH), y);
      r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_LOW), r);
      FloatVector p = r.fma(Exp.C6, Exp.C5);
      p = p.fma(r, FloatVector.broadcast(F, Exp.C4));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C3));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C2));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      FloatVector e =
          p.reinterpretAsInts()
              .add(z.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats()
              .blend(0f, y.compare(VectorOperators.LT, Exp.UNDERFLOW));
      FloatVector large = FloatVector.broadcast(F, 1f).sub(e).div(e.add(1f));
      FloatVector q = x.mul(x);
      FloatVector t = q.fma(Tanh.C11, Tanh.C9);
      t = t.fma(q, FloatVector.broadcast(F, Tanh.C7));
      t = t.fma(q, FloatVector.broadcast(F, Tanh.C5));
      t = t.fma(q, FloatVector.broadcast(F, Tanh.C3));
      FloatVector small = t.mul(q).fma(x, x);
      large
          .reinterpretAsInts()
          .or(x.reinterpretAsInts().and(Integer.MIN_VALUE))
          .reinterpretAsFloats()
          .blend(small, size.compare(VectorOperators.LE, Tanh.SMALL))
          .mul(cap)
          .intoArray(s, o + i);
    }
  }

  /** gate = silu(gate) · up, where silu(x) = x / (1 + exp(-x)). */
  static void siluMultiply(float[] gate, int go, float[] up, int uo, int n) {
    for (int i = 0; i < F.loopBound(n); i += L) {
      FloatVector x = FloatVector.fromArray(F, gate, go + i);
      FloatVector y = x.abs().neg();
      FloatVector z = y.fma(Exp.LOG2_E, Exp.ROUNDER);
      FloatVector k = z.sub(Exp.ROUNDER);
      FloatVector r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_HIGH), y);
      r = k.fma(FloatVector.broadcast(F, Exp.MINUS_LN2_LOW), r);
      FloatVector p = r.fma(Exp.C6, Exp.C5);
      p = p.fma(r, FloatVector.broadcast(F, Exp.C4));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C3));
      p = p.fma(r, FloatVector.broadcast(F, Exp.C2));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      p = p.fma(r, FloatVector.broadcast(F, 1f));
      FloatVector e =
          p.reinterpretAsInts()
              .add(z.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
              .reinterpretAsFloats()
              .blend(0f, y.compare(VectorOperators.LT, Exp.UNDERFLOW));
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector share = one.blend(e, x.compare(VectorOperators.LT, 0f));
      x.mul(share.div(e.add(one)))
          .mul(FloatVector.fromArray(F, up, uo + i))
          .intoArray(gate, go + i);
    }
  }
}

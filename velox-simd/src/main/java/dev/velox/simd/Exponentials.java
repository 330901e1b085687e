package dev.velox.simd;

import static dev.velox.simd.Lanes.F;

import dev.velox.kernels.Exp;
import dev.velox.kernels.Tanh;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** The exponential and the hyperbolic tangent of {@link Exp} and {@link Tanh}, lane by lane. */
final class Exponentials {
  private Exponentials() {}

  static FloatVector exp(FloatVector x) {
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
    return p.reinterpretAsInts()
        .add(z.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23))
        .reinterpretAsFloats()
        .blend(0f, x.compare(VectorOperators.LT, Exp.UNDERFLOW));
  }

  static FloatVector tanh(FloatVector x) {
    FloatVector y = x.abs();
    FloatVector e = exp(y.mul(-2f));
    FloatVector large = FloatVector.broadcast(F, 1f).sub(e).div(e.add(1f));
    FloatVector s = x.mul(x);
    FloatVector p = s.fma(Tanh.C11, Tanh.C9);
    p = p.fma(s, FloatVector.broadcast(F, Tanh.C7));
    p = p.fma(s, FloatVector.broadcast(F, Tanh.C5));
    p = p.fma(s, FloatVector.broadcast(F, Tanh.C3));
    FloatVector small = p.mul(s).fma(x, x);
    FloatVector signed =
        large
            .reinterpretAsInts()
            .or(x.reinterpretAsInts().and(Integer.MIN_VALUE))
            .reinterpretAsFloats();
    return signed.blend(small, y.compare(VectorOperators.LE, Tanh.SMALL));
  }
}

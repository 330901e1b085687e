package dev.velox.simd;

import static dev.velox.simd.Lanes.FLOATS;
import static dev.velox.simd.Wide.F;
import static dev.velox.simd.Wide.I;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_S2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Keys with tables in groups of channels: the sums of each group as {@link KeyNibbles}, {@link
 * KeySixes} and their wide twins leave them, then joined by the tokens' steps and zero points.
 */
final class KeyGroups {
  private static final int TOKENS = 64;
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_256;

  private KeyGroups() {}

  static void sums(
      int bits,
      boolean wide,
      MemorySegment codes,
      long at,
      int rows,
      int lastRows,
      int groups,
      MemorySegment tables,
      long to,
      float[] f,
      int parts) {
    int row = bits == 3 ? 3 * TOKENS : TOKENS;
    int table = (bits == 3 ? 256 : 64) * (wide ? 2 : 1);
    for (int g = 0; g < groups; g++) {
      int n = g == groups - 1 ? lastRows : rows;
      long first = at + (long) g * rows * row;
      long entries = to + (long) g * rows * table;
      int part = parts + g * TOKENS;
      if (bits == 3 && wide) {
        KeySixesWide.one(codes, first, n, tables, entries, f, part);
      } else if (bits == 3) {
        KeySixes.one(codes, first, n, tables, entries, f, part);
      } else if (wide) {
        KeyNibblesWide.one(codes, first, n, tables, entries, f, part);
      } else {
        KeyNibbles.one(codes, first, n, tables, entries, f, part);
      }
    }
  }

  /** Scores of 32 tokens, entries of 8 bits: {@code half} 0 or 1. */
  static void join(
      int half,
      int groups,
      float[] f,
      int steps,
      int zeros,
      int parts,
      int figures,
      int sums,
      float[] out,
      int o) {
    FloatVector lower = FloatVector.zero(F);
    FloatVector upper = lower;
    for (int g = 0; g < groups; g++) {
      int part = parts + g * TOKENS + 16 * half;
      int place = g * TOKENS + 32 * half;
      FloatVector worth = FloatVector.broadcast(F, f[figures + 2 * g]);
      FloatVector bias = FloatVector.broadcast(F, f[figures + 2 * g + 1]);
      FloatVector sum = FloatVector.broadcast(F, f[sums + g]);
      lower = FloatVector.fromArray(F, f, zeros + place).fma(sum, FLOATS.cast(lower));
      lower =
          FloatVector.fromArray(F, f, steps + place)
              .fma(
                  ((FloatVector)
                          FloatVector.fromArray(HALF, f, part)
                              .reinterpretAsShorts()
                              .convertShape(ZERO_EXTEND_S2I, I, 0)
                              .convertShape(I2F, F, 0))
                      .fma(worth, bias),
                  FLOATS.cast(lower));
      upper = FloatVector.fromArray(F, f, zeros + place + 16).fma(sum, FLOATS.cast(upper));
      upper =
          FloatVector.fromArray(F, f, steps + place + 16)
              .fma(
                  ((FloatVector)
                          FloatVector.fromArray(HALF, f, part + 8)
                              .reinterpretAsShorts()
                              .convertShape(ZERO_EXTEND_S2I, I, 0)
                              .convertShape(I2F, F, 0))
                      .fma(worth, bias),
                  FLOATS.cast(upper));
    }
    lower.intoArray(out, o + 32 * half);
    upper.intoArray(out, o + 32 * half + 16);
  }

  /** As {@link #join}, entries of 14 bits. */
  static void joinWide(
      int half,
      int groups,
      float[] f,
      int steps,
      int zeros,
      int parts,
      int figures,
      int sums,
      float[] out,
      int o) {
    FloatVector coarse = FloatVector.broadcast(F, 128f);
    FloatVector lower = FloatVector.zero(F);
    FloatVector upper = lower;
    for (int g = 0; g < groups; g++) {
      int part = parts + g * TOKENS + 16 * half;
      int place = g * TOKENS + 32 * half;
      FloatVector worth = FloatVector.broadcast(F, f[figures + 2 * g]);
      FloatVector bias = FloatVector.broadcast(F, f[figures + 2 * g + 1]);
      FloatVector sum = FloatVector.broadcast(F, f[sums + g]);
      lower = FloatVector.fromArray(F, f, zeros + place).fma(sum, FLOATS.cast(lower));
      lower =
          FloatVector.fromArray(F, f, steps + place)
              .fma(
                  ((FloatVector)
                          FloatVector.fromArray(HALF, f, part)
                              .reinterpretAsShorts()
                              .convertShape(ZERO_EXTEND_S2I, I, 0)
                              .convertShape(I2F, F, 0))
                      .mul(coarse)
                      .add(
                          ((FloatVector)
                              FloatVector.fromArray(HALF, f, part + 32)
                                  .reinterpretAsShorts()
                                  .convertShape(ZERO_EXTEND_S2I, I, 0)
                                  .convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  FLOATS.cast(lower));
      upper = FloatVector.fromArray(F, f, zeros + place + 16).fma(sum, FLOATS.cast(upper));
      upper =
          FloatVector.fromArray(F, f, steps + place + 16)
              .fma(
                  ((FloatVector)
                          FloatVector.fromArray(HALF, f, part + 8)
                              .reinterpretAsShorts()
                              .convertShape(ZERO_EXTEND_S2I, I, 0)
                              .convertShape(I2F, F, 0))
                      .mul(coarse)
                      .add(
                          ((FloatVector)
                              FloatVector.fromArray(HALF, f, part + 40)
                                  .reinterpretAsShorts()
                                  .convertShape(ZERO_EXTEND_S2I, I, 0)
                                  .convertShape(I2F, F, 0)))
                      .fma(worth, bias),
                  FLOATS.cast(upper));
    }
    lower.intoArray(out, o + 32 * half);
    upper.intoArray(out, o + 32 * half + 16);
  }
}

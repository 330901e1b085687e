package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shapes of this process, chosen once and constant to the compiler, and sums of lanes in
 * a fixed order.
 *
 * <p>Sums of lanes add lane l and l + L/2 first, then l + L/4, and so on. {@code reduceLanes} is
 * not used on floats: its order differs between interpreted and compiled code.
 */
final class Lanes {
  /** Width of a vector. */
  static final int BITS =
      Math.min(
          512,
          Integer.getInteger("velox.vectorBits", VectorShape.preferredShape().vectorBitSize()));

  static final VectorSpecies<Float> F = VectorSpecies.of(float.class, VectorShape.forBitSize(BITS));
  static final VectorSpecies<Integer> I = F.withLanes(int.class);
  static final VectorSpecies<Long> LONGS = F.withLanes(long.class);
  static final VectorSpecies<Short> S = F.withLanes(short.class);
  static final VectorSpecies<Byte> B = F.withLanes(byte.class);

  /** As many 16-bit lanes as {@link #F} has floats. */
  static final VectorSpecies<Short> H =
      VectorSpecies.of(short.class, VectorShape.forBitSize(BITS / 2));

  /** As many bytes as {@link #S} has shorts. */
  static final VectorSpecies<Byte> B_HALF =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(BITS / 2));

  /**
   * The class of float vectors. A vector that a loop carries is cast to it before it is an
   * argument: otherwise its class depends on the order in which the compiler inlines, and where
   * that is the wrong one, vectors are boxed.
   */
  @SuppressWarnings("unchecked")
  static final Class<FloatVector> FLOATS = (Class<FloatVector>) (Class<?>) F.vectorType();

  /** Float lanes of a vector: 4, 8 or 16. */
  static final int L = F.length();

  /** Whether there are registers for 16 accumulators. */
  static final boolean WIDE = BITS == 512;

  /** Where sums of vectors a, b, c, d end when they are folded together; that of a at lane 0. */
  static final int AT_B = L / 2;

  static final int AT_C = L / 4;
  static final int AT_D = 3 * L / 4;

  static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;

  /** For what is left over after whole vectors. */
  static final RowKernels SCALAR_ROWS = Kernels.scalar().rows();

  static final VectorShuffle<Float> SWAP_8 = swap(8);
  static final VectorShuffle<Float> SWAP_4 = swap(4);
  static final VectorShuffle<Float> SWAP_2 = swap(2);
  static final VectorShuffle<Float> SWAP_1 = swap(1);
  static final VectorShuffle<Float> SWAP_HALF = swap(L / 2);
  static final VectorShuffle<Float> SWAP_QUARTER = swap(L / 4);
  static final VectorMask<Float> UPPER_HALF = lanesWith(L / 2);
  static final VectorMask<Float> UPPER_QUARTER = lanesWith(L / 4);

  private Lanes() {}

  private static VectorShuffle<Float> swap(int distance) {
    return F.shuffleFromOp(i -> (i ^ distance) & (F.length() - 1));
  }

  private static VectorMask<Float> lanesWith(int bit) {
    long lanes = 0;
    for (int i = 0; i < L; i++) {
      lanes |= (long) (i / bit & 1) << i;
    }
    return VectorMask.fromLong(F, lanes);
  }
}

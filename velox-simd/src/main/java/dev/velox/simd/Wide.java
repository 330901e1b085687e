package dev.velox.simd;

import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** The 512-bit shapes of the table kernels: a look-up of 64 bytes needs them in one register. */
final class Wide {
  static final VectorSpecies<Float> F = FloatVector.SPECIES_512;
  static final VectorSpecies<Integer> I = IntVector.SPECIES_512;
  static final VectorSpecies<Short> S = ShortVector.SPECIES_512;
  static final VectorSpecies<Byte> B = ByteVector.SPECIES_512;
  static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;

  /** The class of vectors of shorts: what {@link Lanes#FLOATS} is for. */
  @SuppressWarnings("unchecked")
  static final Class<ShortVector> SHORTS = (Class<ShortVector>) (Class<?>) S.vectorType();

  /** The class of vectors of ints. */
  @SuppressWarnings("unchecked")
  static final Class<IntVector> INTS = (Class<IntVector>) (Class<?>) I.vectorType();

  /** All but the sign of a float. Magnitudes are ordered as the numbers their bits are. */
  static final int MAGNITUDE = 0x7fffffff;

  /** Adding this rounds a float to a whole number in its low bits. */
  static final float MAGIC = 12_582_912f;

  static final VectorShuffle<Float> SWAP_8 = swap(8);
  static final VectorShuffle<Float> SWAP_4 = swap(4);
  static final VectorShuffle<Float> SWAP_2 = swap(2);

  /** A shift count of eight: loaded from memory it stays in a register. */
  static final short[] EIGHT = shorts(8);

  /** The bits of an index into the first half of a table of 64 bytes. */
  static final byte[] FIRST = new byte[64];

  /** The bit of an index that takes it to the second half. */
  static final byte[] SECOND = new byte[64];

  static {
    Arrays.fill(FIRST, (byte) 31);
    Arrays.fill(SECOND, (byte) 32);
  }

  private Wide() {}

  /** A vector's worth of one number. */
  static short[] shorts(int x) {
    short[] all = new short[32];
    Arrays.fill(all, (short) x);
    return all;
  }

  private static VectorShuffle<Float> swap(int distance) {
    return F.shuffleFromOp(i -> i ^ distance);
  }
}

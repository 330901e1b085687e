package dev.velox.kernels;

/**
 * The arithmetic of one process: every family of kernels, from one maker.
 *
 * <p>Which maker is chosen once, from the system properties {@code velox.kernels} ({@code auto},
 * {@code scalar} or {@code simd}; default {@code auto}) and {@code velox.vectorBits} ({@code 128},
 * {@code 256} or {@code 512}; default the widest of the machine), and never changes.
 *
 * <p>Results that feed a code or a stored number (dots, extremes, rounding, packing, exponentials)
 * have the same bits on every path. Results of attention and matrix products agree within 1e-5 of
 * the sum of their terms' magnitudes, and do not depend on how many rows, queries or tokens one
 * call handles.
 *
 * @param description the maker in words, such as {@code simd 512 bit}
 * @param vectorBits the width of its vectors, 0 for scalar
 * @param rows float and half rows, and attention over them
 * @param codes the bit packer
 * @param groups extremes and codes of groups
 * @param softmax exponentials
 * @param rope position-dependent terms
 * @param matrix products with weight matrices
 * @param keyTables scores of packed keys by byte tables; fast on 512-bit vectors only
 * @param valueTables sums of packed values by tables; fast on 512-bit vectors only
 * @param weights weights of tokens times their steps; fast on 512-bit vectors only
 * @param uniform sums of codes on a uniform grid; fast on 512-bit vectors only
 * @param packed packed codes as levels in float; fast on 512-bit vectors only
 * @param rotation the Walsh-Hadamard transform
 * @param codebook codes of non-uniform levels
 * @param outliers numbers kept apart from codes; fast on 512-bit vectors only
 */
public record Kernels(
    String description,
    int vectorBits,
    RowKernels rows,
    CodeKernels codes,
    GroupKernels groups,
    SoftmaxKernels softmax,
    RopeKernels rope,
    MatrixKernels matrix,
    KeyTableKernels keyTables,
    ValueTableKernels valueTables,
    WeightKernels weights,
    UniformKernels uniform,
    PackedKernels packed,
    RotationKernels rotation,
    CodebookKernels codebook,
    OutlierKernels outliers) {

  /**
   * Whether table kernels beat arithmetic on floats here: they need a look-up of 64 bytes in one
   * register.
   *
   * @return true on 512-bit vectors
   */
  public boolean tablesAreFast() {
    return vectorBits == 512;
  }

  /**
   * Whether codes of at most 4 bits are looked up in registers faster than turned into rows.
   *
   * @return true on vectors of 256 bits and more
   */
  public boolean lookUpsAreFast() {
    return vectorBits >= 256;
  }

  /**
   * The kernels of this process.
   *
   * @return the bundle chosen at first use; keep a family in a static final field
   * @throws dev.velox.api.ConfigException when the system properties ask for what is unknown or not
   *     here
   */
  public static Kernels active() {
    return KernelChoice.active();
  }

  /**
   * The plain Java kernels, whatever the process uses.
   *
   * @return the reference every other bundle is compared with
   */
  public static Kernels scalar() {
    return KernelChoice.scalar("scalar");
  }
}

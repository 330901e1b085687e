package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * Rows of numbers in memory as f32, f16 and bf16: little-endian, packed without gaps; {@code at} is
 * a byte offset into a native segment.
 */
public interface StorageKernels {
  /**
   * Stores floats as they are, 4 bytes each.
   *
   * @param src where to read
   * @param so first float
   * @param dst where to write
   * @param at byte offset of the first number
   * @param n number of elements
   */
  void storeF32(float[] src, int so, MemorySegment dst, long at, int n);

  /**
   * Loads floats stored by {@link #storeF32}.
   *
   * @param src where to read
   * @param at byte offset of the first number
   * @param dst where to write
   * @param o first float to write
   * @param n number of elements
   */
  void loadF32(MemorySegment src, long at, float[] dst, int o, int n);

  /**
   * Stores floats as IEEE half precision, 2 bytes each, rounded to nearest even. Magnitudes above
   * 65504, infinities among them, become 65504.
   *
   * @param src where to read
   * @param so first element to read
   * @param dst where to write
   * @param at byte offset of the first number
   * @param n number of elements
   * @return how many were clamped
   */
  int storeF16(float[] src, int so, MemorySegment dst, long at, int n);

  /**
   * Loads halves as floats, exactly, infinities and NaN included.
   *
   * @param src where to read
   * @param at byte offset of the first number
   * @param dst where to write
   * @param o first element to write
   * @param n number of elements
   */
  void loadF16(MemorySegment src, long at, float[] dst, int o, int n);

  /**
   * Stores floats as bfloat16, 2 bytes each, rounded to nearest even. Magnitudes above the largest
   * finite bfloat16 become that number.
   *
   * @param src where to read
   * @param so first element to read
   * @param dst where to write
   * @param at byte offset of the first number
   * @param n number of elements
   * @return how many were clamped
   */
  int storeBf16(float[] src, int so, MemorySegment dst, long at, int n);

  /**
   * Loads bfloat16 as floats, exactly.
   *
   * @param src where to read
   * @param at byte offset of the first number
   * @param dst where to write
   * @param o first element to write
   * @param n number of elements
   */
  void loadBf16(MemorySegment src, long at, float[] dst, int o, int n);

  /**
   * Loads eight-bit floats of four exponent and three fraction bits (OCP FP8 E4M3) times a power of
   * two, exactly; a magnitude of 127 counts as 480, not as NaN.
   *
   * @param src where to read
   * @param at byte of the first number
   * @param power a power of two
   * @param dst where to write
   * @param o first element to write
   * @param n number of elements
   */
  void loadE4m3(MemorySegment src, long at, float power, float[] dst, int o, int n);
}

package dev.velox.kernels;

import java.lang.foreign.MemorySegment;

/**
 * The bit packer: runs of small codes, 1 to 8 bits each, without padding between them.
 *
 * <p>Code {@code i} of a run of {@code b}-bit codes occupies bits {@code i * b} up to {@code i * b
 * + b - 1}, counted from the least significant bit of the first byte. A run of {@code n} codes is
 * {@link #packedBytes} bytes long; the unused bits of the last byte are zero. No call reads or
 * writes a byte outside that run.
 */
public interface CodeKernels {

  /**
   * The bytes of a packed run.
   *
   * @param bits width of a code, 1 to 8
   * @param n number of codes
   * @return {@code ceil(n * bits / 8)}
   */
  static long packedBytes(int bits, long n) {
    return (n * bits + 7) >>> 3;
  }

  /**
   * Packs {@code n} codes, given one a byte (unsigned); bits above the width are dropped.
   *
   * @param bits width of a code, 1 to 8
   * @param codes the codes
   * @param co first code
   * @param n number of codes
   * @param dst where to write
   * @param at byte offset of the run
   */
  void pack(int bits, byte[] codes, int co, int n, MemorySegment dst, long at);

  /**
   * Unpacks {@code n} codes, one a byte (unsigned).
   *
   * @param bits width of a code, 1 to 8
   * @param src where to read
   * @param at byte offset of the run
   * @param n number of codes
   * @param codes the codes
   * @param co first code
   */
  void unpack(int bits, MemorySegment src, long at, int n, byte[] codes, int co);

  /**
   * Unpacks {@code n} codes as floats: the code's value, 0 to {@code 2^bits - 1}.
   *
   * @param bits width of a code, 1 to 8
   * @param src where to read
   * @param at byte offset of the run
   * @param n number of codes
   * @param dst where to write
   * @param o first element to write
   */
  void unpackFloats(int bits, MemorySegment src, long at, int n, float[] dst, int o);

  /**
   * Unpacks eight channels of 64 tokens from the rows of {@link
   * dev.velox.kernels.layout.CodeLayout#keys}.
   *
   * @param bits 4, 3 or 2
   * @param src where to read
   * @param at byte of their first row: {@code bits} of them, 64 bytes each
   * @param codes receives {@code [8][64]}, tokens in order
   * @param co first code
   */
  void columns(int bits, MemorySegment src, long at, byte[] codes, int co);

  /**
   * Turns eight channels of 64 tokens into tokens of eight channels.
   *
   * @param columns {@code [8][64]}; the 256 bytes behind may be written
   * @param o first code
   * @param from first token
   * @param to one past the last
   * @param rows receives eight codes a token
   * @param ro those of token {@code from}
   * @param stride from one token to the next
   */
  void turn(byte[] columns, int o, int from, int to, byte[] rows, int ro, int stride);

  /**
   * Unpacks 64 channels of one token from the rows of {@link
   * dev.velox.kernels.layout.CodeLayout#values}.
   *
   * @param bits 4, 3 or 2
   * @param src where to read
   * @param at byte of the first row: one of 64 bytes, three at 3 bits
   * @param token which of the 2, 8 or 4 tokens that share the rows
   * @param codes receives 64 codes, channels in order
   * @param co first code
   */
  void row(int bits, MemorySegment src, long at, int token, byte[] codes, int co);

  /**
   * Packs 64 channels of 64 tokens into the rows of {@link
   * dev.velox.kernels.layout.CodeLayout#keys}.
   *
   * @param bits 4, 3 or 2
   * @param codes codes below {@code 2^bits}
   * @param co channel 0 of token 0
   * @param stride from one token to the next
   * @param dst where to write
   * @param at byte of the first row: {@code 8 * bits} of them, 64 bytes each
   */
  void packColumns(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at);

  /**
   * Packs 64 channels of the tokens that share rows of {@link
   * dev.velox.kernels.layout.CodeLayout#values}: 2, 8 or 4 of them.
   *
   * @param bits 4, 3 or 2
   * @param codes codes below {@code 2^bits}
   * @param co channel 0 of the first token
   * @param stride from one token to the next
   * @param dst where to write
   * @param at byte of the first row: one of 64 bytes, three at 3 bits
   */
  void packRow(int bits, byte[] codes, int co, int stride, MemorySegment dst, long at);

  /**
   * The sum of the 64-bit little-endian words of a run, modulo 2^64: the least work that reads
   * every byte, so its speed is that of the memory.
   *
   * @param src where to read
   * @param at byte offset of the run
   * @param words number of words
   * @return the sum
   */
  long sumWords(MemorySegment src, long at, int words);
}

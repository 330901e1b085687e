package dev.velox.kernels.layout;

import dev.velox.api.Role;
import java.lang.foreign.MemorySegment;

/**
 * How the codes of 64 tokens of one head lie in memory. Codes outside memory are one a byte
 * (unsigned), token after token. Immutable.
 *
 * <p>Keys lie channel by channel, so that one table look-up serves 64 tokens; values lie token by
 * token (two, eight or four together), so that one table look-up serves 64 channels. Widths 4, 3
 * and 2 have the layouts that {@link dev.velox.kernels.KeyTableKernels} and {@link
 * dev.velox.kernels.ValueTableKernels} read; the others are plain bit runs.
 */
public interface CodeLayout {
  /** Tokens of a block. */
  int TOKENS = 64;

  /** Bytes behind what {@link #unpack} gives that it works on. */
  int SLACK = 12 * TOKENS;

  /**
   * The layout of keys.
   *
   * @param dim channels, at least 1
   * @param bits width of a code, 1 to 8
   * @return channel-major rows of 64 tokens
   */
  static CodeLayout keys(int dim, int bits) {
    return switch (bits) {
      case 2 -> new KeyCrumbs(dim);
      case 3 -> new KeyTriples(dim);
      case 4 -> new KeyNibbles(dim);
      default -> new KeyRuns(dim, bits);
    };
  }

  /**
   * The layout of values.
   *
   * @param dim channels, at least 1
   * @param bits width of a code, 1 to 8
   * @return rows of channels, one token or a few together
   */
  static CodeLayout values(int dim, int bits) {
    return switch (bits) {
      case 2 -> new ValueCrumbs(dim);
      case 3 -> new ValueTriples(dim);
      case 4 -> new ValueNibbles(dim);
      default -> new ValueRuns(dim, bits);
    };
  }

  /**
   * The layout of a role.
   *
   * @param role keys or values
   * @param dim channels, at least 1
   * @param bits width of a code, 1 to 8
   * @return {@link #keys} or {@link #values}
   */
  static CodeLayout of(Role role, int dim, int bits) {
    return role == Role.KEYS ? keys(dim, bits) : values(dim, bits);
  }

  /**
   * Channels.
   *
   * @return codes of one token
   */
  int dim();

  /**
   * Width of a code.
   *
   * @return 1 to 8
   */
  int bits();

  /**
   * Bytes of one block, padding included.
   *
   * @return at least {@code 8 * dim * bits}
   */
  long bytes();

  /**
   * Packs a whole block; padding is written as zero.
   *
   * @param codes codes {@code [64][dim]}, each below {@code 2^bits}
   * @param co first code
   * @param dst where to write
   * @param at first byte of the block
   */
  void pack(byte[] codes, int co, MemorySegment dst, long at);

  /**
   * Unpacks the codes of some tokens.
   *
   * @param src where to read
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last, at most 64
   * @param codes receives {@code [to - from][dim]}; {@link #SLACK} bytes behind may be written
   * @param co first code
   */
  void unpack(MemorySegment src, long at, int from, int to, byte[] codes, int co);
}

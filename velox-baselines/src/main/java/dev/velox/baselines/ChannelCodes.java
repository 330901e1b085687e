package dev.velox.baselines;

import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.kernels.CodeKernels;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.layout.CodeLayout;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * How the codes of channels in groups of tokens lie in a block of one head.
 *
 * <p>Keys of 4, 3 and 2 bits, in groups of 32 or 64 tokens and heads of a multiple of 64 channels:
 * 64 channels after the other, as values of 64 tokens lie, with channels for tokens and tokens for
 * channels, so that one look-up serves 64 tokens. Otherwise one packed run a group of tokens,
 * channel after channel, {@code [headDim][group]}, rounded up to a byte.
 *
 * @param headDim channels
 * @param bits width of a code
 * @param group tokens of a group
 * @param rows the layout of 64 channels, or null for runs
 */
record ChannelCodes(int headDim, int bits, int group, @Nullable CodeLayout rows) {
  /** Channels laid out together. */
  static final int CHUNK = ValueTableKernels.TOKENS;

  private static final CodeKernels CODES = Kernels.active().codes();
  private static final int TOKENS = KvTrack.BLOCK;

  static ChannelCodes of(Role role, int headDim, int bits, int group) {
    boolean tables =
        role == Role.KEYS && 2 <= bits && bits <= 4 && group % 32 == 0 && headDim % CHUNK == 0;
    return new ChannelCodes(headDim, bits, group, tables ? CodeLayout.values(TOKENS, bits) : null);
  }

  /** Bytes of a block of one head. */
  long bytes() {
    return rows == null ? TOKENS / group * groupBytes() : headDim / CHUNK * rows.bytes();
  }

  private long groupBytes() {
    return CodeKernels.packedBytes(bits, (long) headDim * group);
  }

  /** Bytes that {@link #unpack} works on for so many channels, its result first. */
  int workBytes(int channels) {
    return channels * group + (rows == null ? 0 : channels * TOKENS + CodeLayout.SLACK);
  }

  /** Packs the codes of a whole block, {@code [64 / group][headDim][group]}, with work behind. */
  void pack(byte[] codes, MemorySegment to, long at) {
    if (rows == null) {
      for (int i = 0; i < TOKENS / group; i++) {
        int run = headDim * group;
        CODES.pack(bits, codes, i * run, run, to, at + i * groupBytes());
      }
      return;
    }
    int work = headDim * TOKENS;
    for (int c = 0; c < headDim; c++) {
      for (int i = 0; i < TOKENS / group; i++) {
        int from = (i * headDim + c) * group;
        System.arraycopy(codes, from, codes, work + c * TOKENS + i * group, group);
      }
    }
    for (int k = 0; k < headDim / CHUNK; k++) {
      rows.pack(codes, work + k * CHUNK * TOKENS, to, at + k * rows.bytes());
    }
  }

  /**
   * Unpacks some channels of one group.
   *
   * @param from the block
   * @param at its first byte
   * @param index which group of tokens
   * @param channel the first channel, a multiple of 8
   * @param count how many
   * @param to receives {@code [count][group]}
   */
  void unpack(MemorySegment from, long at, int index, int channel, int count, byte[] to) {
    if (rows == null) {
      long run = at + index * groupBytes() + CodeKernels.packedBytes(bits, (long) channel * group);
      CODES.unpack(bits, from, run, count * group, to, 0);
      return;
    }
    int work = count * group;
    for (int c = 0; c < count; c++) {
      int k = (channel + c) / CHUNK;
      int line = (channel + c) % CHUNK;
      rows.unpack(from, at + k * rows.bytes(), line, line + 1, to, work);
      System.arraycopy(to, work + index * group, to, c * group, group);
    }
  }

  /** As {@link #unpack}, as floats. */
  void unpackFloats(
      MemorySegment from,
      long at,
      int index,
      int channel,
      int count,
      float[] to,
      int o,
      byte[] work) {
    if (rows == null) {
      long run = at + index * groupBytes() + CodeKernels.packedBytes(bits, (long) channel * group);
      CODES.unpackFloats(bits, from, run, count * group, to, o);
      return;
    }
    unpack(from, at, index, channel, count, work);
    for (int i = 0; i < count * group; i++) {
      to[o + i] = work[i];
    }
  }
}

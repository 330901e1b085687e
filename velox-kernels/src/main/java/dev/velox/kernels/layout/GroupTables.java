package dev.velox.kernels.layout;

import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Codes of 64 tokens whose channels share a step and a zero point in groups, {@code x = zero + step
 * (code - anchor)}: which geometries tables serve, and what their scans need. Steps and zero points
 * are stored as the method likes; it loads them as floats {@code [groups][64]} a block.
 *
 * <p>Scratch floats, from where the track says: for each of eight queries a step and a bias a
 * group, and whether its entries have 14 bits (keys); then steps and zero points {@code
 * [groups][64]} of one block, parts or weights {@code [groups][64]}, what a kernel may read behind
 * them, and what the weights of each group are worth; then 64 scores, and what kernels work on. The
 * tables of keys lie in {@link TrackScratch#tables}. Blocks are taken one at a time: all this, and
 * the tables, stay in the nearest cache.
 *
 * @param role keys or values
 * @param codes how codes lie
 * @param group channels of a group; the last one of keys may be short
 * @param anchor the code that stands for the zero point
 */
public record GroupTables(Role role, CodeLayout codes, int group, float anchor) {
  static final int TOKENS = CodeLayout.TOKENS;

  /** Channels of keys that fill whole rows at every width. */
  private static final int KEY_CHANNELS = 8;

  /** Channels of values that have weights of their own. */
  static final int HALF = ValueTableKernels.CHANNELS / 2;

  /**
   * The layout for tables, where there is one: widths 4, 3 and 2; keys in groups and heads of a
   * multiple of 8 channels, and groups whose sums fit 16 bits; values in groups of a multiple of 32
   * and heads of a multiple of 64.
   *
   * @param role keys or values
   * @param dim channels
   * @param bits width of a code
   * @param group channels of a group
   * @param anchor the code that stands for the zero point
   * @return the layout, empty where plain runs have to do
   */
  public static Optional<GroupTables> of(Role role, int dim, int bits, int group, float anchor) {
    boolean width = 2 <= bits && bits <= 4;
    boolean whole =
        role == Role.KEYS
            ? group % KEY_CHANNELS == 0 && dim % KEY_CHANNELS == 0 && KeyTables.fit(group, bits)
            : group % HALF == 0 && dim % ValueTableKernels.CHANNELS == 0;
    return width && whole
        ? Optional.of(new GroupTables(role, CodeLayout.of(role, dim, bits), group, anchor))
        : Optional.empty();
  }

  /**
   * Whether attention reads codes where they lie in this process.
   *
   * @return false if codes have to be turned into floats
   */
  public static boolean serve() {
    return Kernels.active().tablesAreFast();
  }

  /**
   * Groups of a token.
   *
   * @return {@code ceil(dim / group)}
   */
  public int groups() {
    return (codes.dim() + group - 1) / group;
  }

  /** Channels of a group. */
  int channels(int g) {
    return Math.min(group, codes.dim() - g * group);
  }

  /** The code between the two in the middle. */
  float middle() {
    return ((1 << codes.bits()) - 1) / 2f;
  }

  /** Where a query's steps and biases lie, and whether its entries have 14 bits. */
  int figures(int query) {
    return query * (2 * groups() + 1);
  }

  /**
   * Where steps lie.
   *
   * @return floats behind the first
   */
  public int steps() {
    return figures(KvTrack.MAX_QUERIES);
  }

  /** Where zero points lie. */
  int zeros() {
    return steps() + groups() * TOKENS;
  }

  /** Where parts or weights lie. */
  int parts() {
    return zeros() + groups() * TOKENS;
  }

  /** Where two numbers a group lie: what its weights are worth. */
  int worths() {
    return parts() + groups() * TOKENS + ValueTableKernels.SLACK;
  }

  /** Where 64 scores or weights lie for a part of a block. */
  int padded() {
    return worths() + 2 * groups();
  }

  /** Where kernels work. */
  int work() {
    return padded() + TOKENS;
  }

  /**
   * Floats of scratch.
   *
   * @return floats
   */
  public int floats() {
    return work() + Math.max(ValueTableKernels.WORK, codes.dim());
  }

  /** Bytes of one group's tables. */
  int tableBytes() {
    return KeyTables.bytes(group, codes.bits(), true);
  }

  /**
   * Bytes of the tables of all queries.
   *
   * @return bytes, 0 for values
   */
  public int bytes() {
    return role == Role.KEYS ? KvTrack.MAX_QUERIES * groups() * tableBytes() : 0;
  }

  /**
   * Unpacks the codes of some tokens as floats.
   *
   * @param src where to read
   * @param at first byte of the block
   * @param token first token within the block
   * @param count how many
   * @param to receives {@code [count][dim]}
   * @param o first float
   * @param work {@code count * dim + CodeLayout.SLACK} bytes
   */
  public void unpack(
      MemorySegment src, long at, int token, int count, float[] to, int o, byte[] work) {
    codes.unpack(src, at, token, token + count, work, 0);
    int n = count * codes.dim();
    for (int i = 0; i < n; i++) {
      to[o + i] = work[i];
    }
  }
}

package dev.velox.tck;

import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import java.util.Optional;

/** Rows as an engine would hand them over: drawn by seed, keys rotated to their position. */
final class Rows {
  private static final float[] LARGE = {65504f, -65504f, 65519.9f, 65520f, 1e5f, -1e5f, 1f, 0f};
  private static final float[] HUGE = {3e38f, -3e38f, 1e30f, -1e5f, 65504f, 1f, 0f, -1e-3f};
  private static final float[] TINY = {1e-45f, -1e-45f, 1e-38f, 2.9e-8f, -6e-8f, 1e-30f, 1e-40f, 0};

  private final long seed;
  private final KvShape shape;
  private final Optional<Rope> rope;
  private final RowKind kind;
  private final Channels[] channels;

  Rows(long seed, KvShape shape, Optional<Rope> rope, RowKind kind) {
    this.seed = seed;
    this.shape = shape;
    this.rope = rope;
    this.kind = kind;
    this.channels = new Channels[shape.layers() * shape.kvHeads() * 2];
  }

  /**
   * One token's row in all heads.
   *
   * @param serial tells rows apart that stand at one position, one after another
   */
  float[] row(Role role, int layer, int position, long serial) {
    int d = shape.headDim();
    float[] row = new float[shape.rowFloats()];
    for (int h = 0; h < shape.kvHeads(); h++) {
      Channels head = channels(role, layer, h);
      for (int c = 0; c < d; c++) {
        row[h * d + c] = number(role, head, c, serial * d + c);
      }
    }
    if (role == Role.KEYS && rope.isPresent()) {
      rotate(rope.get(), position, row);
    }
    return row;
  }

  /** Queries of one token in all query heads. */
  float[] queries(int layer, long serial) {
    float[] q = new float[shape.queryHeads() * shape.headDim()];
    for (int i = 0; i < q.length; i++) {
      q[i] = Noise.normal(seed ^ 0x51, (serial * 64 + layer) * 65_536L * 64 + i);
    }
    return q;
  }

  private float number(Role role, Channels head, int c, long index) {
    return switch (kind) {
      case PLAIN -> head.plain(c, index);
      case BIASED -> c % 16 == 3 ? head.plain(c, index) + 40 : head.plain(c, index);
      case ZERO -> 0;
      case CONSTANT -> role == Role.KEYS ? 100f : -7.5f;
      case ZERO_CHANNEL -> c == 0 ? 0 : head.plain(c, index);
      case SPIKES -> head.pick(index, 50) == 0 ? 100 * head.plain(c, index) : head.plain(c, index);
      case TINY -> TINY[head.pick(index, TINY.length)];
      case LARGE -> LARGE[head.pick(index, LARGE.length)];
      case HUGE -> HUGE[head.pick(index, HUGE.length)];
    };
  }

  private Channels channels(Role role, int layer, int head) {
    int at = (layer * shape.kvHeads() + head) * 2 + role.ordinal();
    Channels known = channels[at];
    if (known == null) {
      long of = Noise.bits(seed, (layer * 64L + head) * 2 + role.ordinal());
      known = new Channels(of, shape.headDim());
      channels[at] = known;
    }
    return known;
  }

  private void rotate(Rope rope, int position, float[] row) {
    for (int p = 0; p < rope.pairs(); p++) {
      double angle = position * rope.inverseFrequency(p);
      double cos = Math.cos(angle);
      double sin = Math.sin(angle);
      for (int at = 0; at < row.length; at += shape.headDim()) {
        int i = at + rope.first(p);
        int j = at + rope.second(p);
        double a = row[i];
        double b = row[j];
        row[i] = (float) (a * cos - b * sin);
        row[j] = (float) (a * sin + b * cos);
      }
    }
  }

  /** The channels of one head: each has a mean and a scale of its own. */
  private static final class Channels {
    private final long seed;
    private final float[] scale;
    private final float[] mean;

    Channels(long seed, int headDim) {
      this.seed = seed;
      scale = new float[headDim];
      mean = new float[headDim];
      for (int c = 0; c < headDim; c++) {
        long channel = Noise.bits(seed ^ 0xC4A77E1L, c);
        scale[c] = 0.7f + 0.7f * (channel & 0xFF) / 255f;
        mean[c] = (channel >>> 8 & 0xFF) / 255f - 0.5f;
      }
    }

    float plain(int c, long index) {
      return mean[c] + scale[c] * Noise.normal(seed, index);
    }

    int pick(long index, int of) {
      return (int) (Noise.bits(seed ^ 0x9, index) & 0x7FFFFFFF) % of;
    }
  }
}

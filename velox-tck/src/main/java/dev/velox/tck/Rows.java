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

  Rows(long seed, KvShape shape, Optional<Rope> rope, RowKind kind) {
    this.seed = seed;
    this.shape = shape;
    this.rope = rope;
    this.kind = kind;
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
      long head = Noise.bits(seed, (layer * 64L + h) * 2 + role.ordinal());
      for (int c = 0; c < d; c++) {
        row[h * d + c] = number(role, head, c, serial * d + c);
      }
      if (role == Role.KEYS && rope.isPresent()) {
        rotate(rope.get(), position, row, h * d);
      }
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

  private float number(Role role, long head, int c, long index) {
    float x = Noise.normal(head, index);
    long channel = Noise.bits(head ^ 0xC4A77E1L, c);
    float scale = 0.7f + 0.7f * (channel & 0xFF) / 255f;
    float mean = ((channel >>> 8 & 0xFF) / 255f - 0.5f);
    float plain = mean + scale * x;
    int pick = (int) (Noise.bits(head ^ 0x9, index) & 0x7FFFFFFF);
    return switch (kind) {
      case PLAIN -> plain;
      case BIASED -> c % 16 == 3 ? plain + 40 : plain;
      case ZERO -> 0;
      case CONSTANT -> role == Role.KEYS ? 100f : -7.5f;
      case ZERO_CHANNEL -> c == 0 ? 0 : plain;
      case SPIKES -> pick % 50 == 0 ? 100 * plain : plain;
      case TINY -> TINY[pick % TINY.length];
      case LARGE -> LARGE[pick % LARGE.length];
      case HUGE -> HUGE[pick % HUGE.length];
    };
  }

  private static void rotate(Rope rope, int position, float[] x, int at) {
    for (int p = 0; p < rope.pairs(); p++) {
      double angle = position * rope.inverseFrequency(p);
      double cos = Math.cos(angle);
      double sin = Math.sin(angle);
      int i = at + rope.first(p);
      int j = at + rope.second(p);
      double a = x[i];
      double b = x[j];
      x[i] = (float) (a * cos - b * sin);
      x[j] = (float) (a * sin + b * cos);
    }
  }
}

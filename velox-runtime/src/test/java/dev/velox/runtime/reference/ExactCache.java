package dev.velox.runtime.reference;

import dev.velox.api.AttentionSpec;
import dev.velox.api.BitReport;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.CacheSpec;
import dev.velox.api.CapacityException;
import dev.velox.api.Figure;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.NonFiniteException;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.TrimException;
import dev.velox.api.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An oracle: every row as it came, attention in double, token by token. Independent of the engine
 * under test.
 */
public final class ExactCache implements KvCache {
  private final KvShape shape;
  private final AttentionSpec attention;
  private final CacheSpec spec;
  private final List<Layer> layers = new ArrayList<>();
  private boolean closed;

  public ExactCache(KvShape shape, AttentionSpec attention, CacheSpec spec) {
    this.shape = shape;
    this.attention = attention;
    this.spec = spec;
    for (int i = 0; i < shape.layers(); i++) {
      layers.add(new Layer(i));
    }
  }

  /** Rows that were appended, to see what reached the cache. */
  public float key(int layer, int token, int channel) {
    return layers.get(layer).keys[token * shape.rowFloats() + channel];
  }

  public boolean closed() {
    return closed;
  }

  @Override
  public KvShape shape() {
    return shape;
  }

  @Override
  public CacheSpec effective() {
    return spec;
  }

  @Override
  public int length() {
    int length = layers.getFirst().length;
    for (int i = 1; i < layers.size(); i++) {
      length = Math.min(length, layers.get(i).length);
    }
    return length;
  }

  @Override
  public LayerCache layer(int index) {
    return layers.get(index);
  }

  @Override
  public boolean canTrim(int length) {
    return length >= 0 && length <= length();
  }

  @Override
  public void trim(int length) {
    if (!canTrim(length)) {
      throw new TrimException(length, length(), "out of range");
    }
    layers.forEach(l -> l.length = length);
  }

  @Override
  public int rowsUntilSeal() {
    return Integer.MAX_VALUE;
  }

  @Override
  public KvCache fork() {
    throw new IllegalStateException("the oracle does not fork");
  }

  @Override
  public void snapshot(Path target, Map<String, byte[]> notes) {
    throw new IllegalStateException("the oracle is not saved");
  }

  @Override
  public ByteReport bytes() {
    return ByteReport.of(ByteRole.EXACT, 2 * shape.f16Bytes(length()));
  }

  @Override
  public BitReport bits() {
    return new BitReport(32, 32, 32, length() == 0 ? 0 : 32);
  }

  @Override
  public List<Figure> figures() {
    return List.of();
  }

  @Override
  public Scratch newScratch(Workers workers) {
    return new Scratch() {
      @Override
      public long bytes() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {
    closed = true;
  }

  private final class Layer implements LayerCache {
    private final int index;
    private final float[] keys = new float[shape.capacity() * shape.rowFloats()];
    private final float[] values = new float[keys.length];
    private final double[] weights = new double[shape.capacity()];
    private int length;

    Layer(int index) {
      this.index = index;
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public void append(float[] k, int kOffset, float[] v, int vOffset, int tokens) {
      if (tokens > shape.capacity() - length) {
        throw new CapacityException(tokens, shape.capacity() - length, shape.capacity());
      }
      int row = shape.rowFloats();
      for (int i = 0; i < tokens * row; i++) {
        if (!Float.isFinite(k[kOffset + i])) {
          throw new NonFiniteException(
              Role.KEYS,
              index,
              length + i / row,
              i % row / shape.headDim(),
              i % shape.headDim(),
              k[kOffset + i]);
        }
      }
      System.arraycopy(k, kOffset, keys, length * row, tokens * row);
      System.arraycopy(v, vOffset, values, length * row, tokens * row);
      length += tokens;
    }

    @Override
    public void attend(
        int fromHead, int toHead, float[] q, int qOffset, float[] out, int outOffset, Scratch s) {
      attendAt(length - 1, fromHead, toHead, q, qOffset, out, outOffset);
    }

    @Override
    public void extend(
        float[] k,
        int kOffset,
        float[] v,
        int vOffset,
        float[] q,
        int qOffset,
        int tokens,
        float[] out,
        int outOffset,
        Scratch scratch) {
      int first = length;
      append(k, kOffset, v, vOffset, tokens);
      int row = shape.queryHeads() * shape.headDim();
      for (int t = 0; t < tokens; t++) {
        attendAt(first + t, 0, shape.queryHeads(), q, qOffset + t * row, out, outOffset + t * row);
      }
    }

    private void attendAt(
        int position,
        int fromHead,
        int toHead,
        float[] q,
        int qOffset,
        float[] out,
        int outOffset) {
      int dim = shape.headDim();
      int from = attention.firstVisible(position);
      for (int h = fromHead; h < toHead; h++) {
        int kvHead = h / shape.groupSize();
        double max = Double.NEGATIVE_INFINITY;
        for (int t = from; t <= position; t++) {
          double dot = 0;
          int at = t * shape.rowFloats() + kvHead * dim;
          for (int c = 0; c < dim; c++) {
            dot += (double) q[qOffset + h * dim + c] * keys[at + c];
          }
          weights[t] = dot * attention.scale();
          max = Math.max(max, weights[t]);
        }
        double sum = 0;
        for (int t = from; t <= position; t++) {
          weights[t] = Math.exp(weights[t] - max);
          sum += weights[t];
        }
        for (int c = 0; c < dim; c++) {
          double x = 0;
          for (int t = from; t <= position; t++) {
            x += weights[t] * values[t * shape.rowFloats() + kvHead * dim + c];
          }
          out[outOffset + h * dim + c] = (float) (x / sum);
        }
      }
    }

    @Override
    public void materialize(Role role, int kvHead, int from, int to, float[] rows, int offset) {
      float[] source = role == Role.KEYS ? keys : values;
      int dim = shape.headDim();
      for (int t = from; t < to; t++) {
        System.arraycopy(
            source, t * shape.rowFloats() + kvHead * dim, rows, offset + (t - from) * dim, dim);
      }
    }

    @Override
    public int frontier() {
      return 0;
    }
  }
}

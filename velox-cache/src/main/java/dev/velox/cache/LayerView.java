package dev.velox.cache;

import dev.velox.accounting.Reservation;
import dev.velox.api.CapacityException;
import dev.velox.api.ClosedException;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.NonFiniteException;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One layer as its users see it: checks every argument, takes the gate, then works on the rows. */
final class LayerView implements LayerCache {
  private static final RowKernels ROWS = Kernels.active().rows();

  private final SequenceCache cache;
  private final LayerRows rows;
  private final KvShape shape;

  LayerView(SequenceCache cache, LayerRows rows) {
    this.cache = cache;
    this.rows = rows;
    this.shape = rows.recipe().shape();
  }

  LayerRows rows() {
    return rows;
  }

  @Override
  public int length() {
    cache.gate().checkOpen();
    return rows.length();
  }

  @Override
  public int frontier() {
    cache.gate().checkOpen();
    return rows.frontier();
  }

  @Override
  public void append(float[] keys, int kOffset, float[] values, int vOffset, int tokens) {
    cache.gate().enterWrite("append");
    try {
      checkRows(keys, kOffset, values, vOffset, tokens);
      rows.announce(tokens);
      try (Reservation reserved = reserve(tokens)) {
        addAll(keys, kOffset, values, vOffset, tokens);
      }
      rows.tidy();
    } finally {
      cache.gate().exitWrite();
    }
  }

  private void addAll(float[] keys, int kOffset, float[] values, int vOffset, int tokens) {
    try {
      int row = shape.rowFloats();
      for (int done = 0; done < tokens; ) {
        done += rows.add(keys, kOffset + done * row, values, vOffset + done * row, tokens - done);
      }
      rows.forget();
    } catch (RuntimeException | Error e) {
      throw cache.gate().breakBy(MethodFault.halfWay(e, "append", methods()));
    }
  }

  private KvMethod[] methods() {
    LayerRecipe recipe = rows.recipe();
    return new KvMethod[] {recipe.keys().method(), recipe.values().method()};
  }

  @Override
  public void attend(
      int fromHead,
      int toHead,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      Scratch scratch) {
    Objects.checkFromToIndex(fromHead, toHead, shape.queryHeads());
    Objects.checkFromIndexSize(qOffset, rows.queryRow(), q.length);
    Objects.checkFromIndexSize(outOffset, rows.queryRow(), out.length);
    cache.gate().enterRead("attend");
    try {
      ReaderScratch.Lane lane = mine(scratch).lane(0);
      attend(fromHead, toHead, q, qOffset, out, outOffset, lane);
    } finally {
      cache.gate().exitRead();
    }
  }

  private void attend(
      int fromHead,
      int toHead,
      float[] q,
      int qOffset,
      float[] out,
      int outOffset,
      ReaderScratch.Lane lane) {
    try {
      CodeAttention.attendHeads(
          rows, fromHead, toHead, rows.length(), q, qOffset, out, outOffset, lane);
    } catch (RuntimeException | Error e) {
      throw MethodFault.of(e, "attend", methods());
    }
  }

  @Override
  public void extend(
      float[] keys,
      int kOffset,
      float[] values,
      int vOffset,
      float[] q,
      int qOffset,
      int tokens,
      float[] out,
      int outOffset,
      Scratch scratch) {
    cache.gate().enterWrite("extend");
    try {
      checkRows(keys, kOffset, values, vOffset, tokens);
      int queryRow = rows.queryRow();
      Objects.checkFromIndexSize(qOffset, Math.multiplyExact(tokens, queryRow), q.length);
      Objects.checkFromIndexSize(outOffset, tokens * queryRow, out.length);
      ReaderScratch mine = mine(scratch);
      rows.announce(tokens);
      try (Reservation reserved = reserve(tokens)) {
        int row = shape.rowFloats();
        for (int done = 0; done < tokens; ) {
          int count =
              rows.add(
                  keys,
                  kOffset + done * row,
                  values,
                  vOffset + done * row,
                  Math.min(tokens - done, ReaderScratch.TILE));
          mine.attendTile(
              rows, count, q, qOffset + done * queryRow, out, outOffset + done * queryRow);
          done += count;
          rows.forget();
        }
      } catch (RuntimeException | Error e) {
        throw cache.gate().breakBy(MethodFault.halfWay(e, "extend", methods()));
      }
      rows.tidy();
    } finally {
      cache.gate().exitWrite();
    }
  }

  @Override
  public void materialize(Role role, int kvHead, int from, int to, float[] out, int offset) {
    Objects.checkIndex(kvHead, shape.kvHeads());
    cache.gate().enterRead("materialize");
    try {
      rows.checkRead(from, to);
      int dim = shape.headDim();
      Objects.checkFromIndexSize(offset, Math.multiplyExact(to - from, dim), out.length);
      TrackScratch track = cache.trackScratch();
      float[] small = new float[Mean.scratchFloats(dim)];
      for (int p = from; p < to; ) {
        int end = Math.min(to, rows.regionEnd(p));
        rows.read(role, kvHead, p, end, out, offset + (p - from) * dim, track, small);
        p = end;
      }
    } finally {
      cache.gate().exitRead();
    }
  }

  /**
   * Sets aside what an append may need; null for nothing, so that most appends allocate nothing.
   */
  private @Nullable Reservation reserve(int tokens) {
    long bytes = rows.reserve(tokens);
    return bytes == 0 ? null : cache.account().reserve(bytes);
  }

  private void checkRows(float[] keys, int kOffset, float[] values, int vOffset, int tokens) {
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens is " + tokens + ", must be 0 or more");
    }
    int free = shape.capacity() - rows.length();
    if (tokens > free) {
      throw new CapacityException(tokens, free, shape.capacity());
    }
    int n = Math.multiplyExact(tokens, shape.rowFloats());
    Objects.checkFromIndexSize(kOffset, n, keys.length);
    Objects.checkFromIndexSize(vOffset, n, values.length);
    checkFinite(Role.KEYS, keys, kOffset, n);
    checkFinite(Role.VALUES, values, vOffset, n);
  }

  private void checkFinite(Role role, float[] x, int offset, int n) {
    int at = ROWS.firstNonFinite(x, offset, n);
    if (at >= 0) {
      int row = shape.rowFloats();
      throw new NonFiniteException(
          role,
          rows.recipe().index(),
          rows.length() + at / row,
          at % row / shape.headDim(),
          at % shape.headDim(),
          x[offset + at]);
    }
  }

  private ReaderScratch mine(Scratch scratch) {
    if (!(scratch instanceof ReaderScratch s) || s.owner() != cache) {
      throw new IllegalArgumentException("scratch was made by another cache; use newScratch()");
    }
    if (s.closed()) {
      throw new ClosedException("this scratch");
    }
    return s;
  }
}

package dev.velox.cache;

import dev.velox.accounting.LineMemory;
import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackTraits;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Working memory of one reader: one lane a worker, charged to the cache until closed. */
final class ReaderScratch implements Scratch {
  /** Positions that one pass over decoded blocks serves. */
  static final int TILE = 32;

  /** What one worker needs. */
  static final class Lane {
    final float[] scores;
    final float[] queries;
    final float[] small;
    final float[] sums = new float[KvTrack.MAX_QUERIES];
    final float[] fade = new float[1];
    final TrackScratch track;
    final TrackScratch sumTrack;
    final float[] tileQueries;
    final float[] tileOut;
    final float[] tileScores;
    final float[] tileMax;
    final double[] tileSum;
    final float[] keys;
    final float[] values;

    Lane(CacheRecipe recipe) {
      KvShape shape = recipe.shape();
      int dim = shape.headDim();
      int group = Math.min(KvTrack.MAX_QUERIES, shape.groupSize());
      int tile = TILE * shape.groupSize();
      scores = new float[group * Math.min(CodeAttention.STRETCH, shape.capacity())];
      queries = new float[group * dim];
      small = new float[MeanScores.scratchFloats(dim)];
      track = trackScratch(recipe);
      sumTrack = trackScratch(recipe);
      tileQueries = new float[tile * dim];
      tileOut = new float[tile * dim];
      tileScores = new float[tile * KvTrack.BLOCK];
      tileMax = new float[tile];
      tileSum = new double[tile];
      keys = new float[KvTrack.BLOCK * dim];
      values = new float[KvTrack.BLOCK * dim];
    }

    private static TrackScratch trackScratch(CacheRecipe recipe) {
      return new TrackScratch(
          recipe.scratch(TrackTraits::scratchFloats),
          recipe.scratch(TrackTraits::scratchBytes),
          LineMemory.allocate(recipe.scratch(TrackTraits::scratchTables)));
    }

    long bytes() {
      long floats =
          (long) scores.length
              + queries.length
              + small.length
              + sums.length
              + fade.length
              + tileQueries.length
              + tileOut.length
              + tileScores.length
              + tileMax.length
              + keys.length
              + values.length;
      return 4 * floats + 8L * tileSum.length + track.size() + sumTrack.size();
    }
  }

  /** One kv head of a tile, as a task that is used again and again. */
  private final class Tile implements Workers.Task {
    private @Nullable LayerRows rows;
    private int tokens;
    private float[] q = NOTHING;
    private int qOffset;
    private float[] out = NOTHING;
    private int outOffset;

    void set(
        @Nullable LayerRows rows, int tokens, float[] q, int qOffset, float[] out, int outOffset) {
      this.rows = rows;
      this.tokens = tokens;
      this.q = q;
      this.qOffset = qOffset;
      this.out = out;
      this.outOffset = outOffset;
    }

    @Override
    public void run(int kvHead, int worker) {
      LayerRows r = Objects.requireNonNull(rows);
      int position = r.length() - tokens;
      int group = r.group();
      // few tokens attend as decoding does, so that a draft that is checked is a text decoded
      if (tokens >= KvTrack.MAX_QUERIES) {
        BlockAttention.attend(
            r, kvHead, position, tokens, q, qOffset, out, outOffset, lanes[worker]);
        return;
      }
      for (int i = 0; i < tokens; i++) {
        int at = i * r.queryRow();
        CodeAttention.attendHeads(
            r,
            kvHead * group,
            (kvHead + 1) * group,
            position + i + 1,
            q,
            qOffset + at,
            out,
            outOffset + at,
            lanes[worker]);
      }
    }
  }

  private static final float[] NOTHING = {};

  private final SequenceCache owner;
  private final Workers workers;
  private final Lane[] lanes;
  private final long bytes;
  private final Tile tile = new Tile();
  private final AtomicBoolean closed = new AtomicBoolean();

  ReaderScratch(SequenceCache owner, CacheRecipe recipe, Workers workers) {
    this.owner = owner;
    this.workers = workers;
    lanes = new Lane[workers.count()];
    long sum = 0;
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(recipe);
      sum += lanes[i].bytes();
    }
    bytes = sum;
    owner.account().chargeHeap(ByteRole.SCRATCH, bytes);
  }

  SequenceCache owner() {
    return owner;
  }

  boolean closed() {
    return closed.get();
  }

  /**
   * Attends at the last {@code tokens} positions of a layer, its kv heads shared over the workers.
   */
  void attendTile(LayerRows rows, int tokens, float[] q, int qOffset, float[] out, int outOffset) {
    tile.set(rows, tokens, q, qOffset, out, outOffset);
    try {
      workers.run(rows.recipe().shape().kvHeads(), tile);
    } finally {
      tile.set(null, 0, NOTHING, 0, NOTHING, 0);
    }
  }

  Lane lane(int worker) {
    return lanes[worker];
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      owner.scratchClosed(bytes);
    }
  }
}

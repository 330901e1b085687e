package dev.velox.nuq;

import dev.velox.api.Figure;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.WeightedFit;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockTrack;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys coded per channel: a score is {@code sum_c q_c * level_c[code]}, and each outlier corrects
 * it by {@code q_c * (x - level_c[0])}.
 */
final class KeyTrack extends BlockTrack implements WeightedFit {
  private static final String ANCHOR = "anchor";
  private static final String DROPPED = "dropped";

  private final KeyLayout layout;
  private final KeyOutliers outliers;
  private final KeyFit fit;
  private final KeyEncoder encoder;
  private final KeyReader reader;

  /** Where intervals of tables are counted from, or -1 before the first rows. */
  private int anchor = -1;

  private long dropped;

  KeyTrack(TrackContext context, KeyLayout layout, @Nullable TrackState state) {
    super(context, layout.blocks(), state);
    this.layout = layout;
    this.outliers = layout.outliers();
    this.fit = new KeyFit(layout);
    this.encoder = new KeyEncoder(layout);
    this.reader = new KeyReader(layout);
    if (state != null) {
      anchor = (int) StateNumbers.get(state, ANCHOR, Integer.MAX_VALUE);
      dropped = StateNumbers.get(state, DROPPED, Long.MAX_VALUE);
      for (int i = 0; i < blockCount(); i++) {
        layout.check(block(i), outliers);
      }
    }
  }

  @Override
  public void begin(int position, int rows) {
    int before = anchor;
    if (anchor < 0) {
      int fitted = Math.min(rows, fitRows(rows));
      int last = (fitted - 1) / BLOCK * BLOCK;
      anchor = layout.settings().group() > 0 ? position : position + last;
    }
    boolean done = false;
    try {
      super.begin(position, rows);
      done = true;
    } finally {
      anchor = done ? anchor : before;
    }
  }

  private int fitRows(int available) {
    int asked = layout.settings().fitTokens();
    return asked == 0 ? available : Math.min(asked, available);
  }

  @Override
  protected void furnish(Block block, @Nullable Block previous) {
    if (TableSchedule.brings(layout.settings(), anchor, block.start(), previous)) {
      attach(block, KeyLayout.TABLE_EXTRA, layout.tableBytes() * layout.kvHeads());
    }
  }

  @Override
  protected int encodeFloats() {
    return encoder.floats();
  }

  @Override
  protected int encodeBytes() {
    return encoder.bytes();
  }

  @Override
  public void encode(int kvHead, float[] rows, int offset, float[] weights, int wOffset) {
    encodeWithWeights(kvHead, rows, offset, weights, wOffset);
  }

  @Override
  protected void fit(int kvHead, float[] rows, int offset, int count, TrackScratch work) {
    fit(kvHead, rows, offset, count, null, work);
  }

  @Override
  protected void fitWeighted(
      int kvHead,
      float[] rows,
      int offset,
      int count,
      float[] weights,
      int wOffset,
      TrackScratch work) {
    float[] own = Arrays.copyOfRange(weights, wOffset, wOffset + count);
    fit(kvHead, rows, offset, count, own, work);
  }

  private void fit(
      int kvHead,
      float[] rows,
      int offset,
      int count,
      float @Nullable [] weights,
      TrackScratch work) {
    addClamped(Bits16.clamp(rows, offset, count * headDim()));
    int n = fitRows(count);
    fit.fit(rows, offset, n, count, weights, table(0), kvHead, work.floats);
  }

  @Override
  protected void encodeBlock(Block block, int kvHead, float[] rows, int offset, TrackScratch work) {
    addClamped(Bits16.clamp(rows, offset, block.rows() * headDim()));
    MemorySegment table = tableOf(block);
    if (layout.settings().blockTables() && block.owns(KeyLayout.TABLE_EXTRA)) {
      int count = ownFitRows(block);
      addClamped(Bits16.clamp(rows, offset, count * headDim()));
      fit.fit(rows, offset, count, rowsFrom(block), null, table, kvHead, work.floats);
    }
    dropped += encoder.encode(block, kvHead, rows, offset, table, work, this::attach);
  }

  /** The first group is fitted on the fit rows as far as they belong to it, others on one block. */
  private int ownFitRows(Block block) {
    KeySettings s = layout.settings();
    boolean first = s.group() > 0 && block.start() == anchor;
    int most = first ? Math.min(s.group(), fitRows(rowsFrom(block))) : block.rows();
    return Math.min(most, rowsFrom(block));
  }

  private MemorySegment tableOf(Block block) {
    MemorySegment own = layout.settings().blockTables() ? block.extra(KeyLayout.TABLE_EXTRA) : null;
    return own == null ? table(0) : own;
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    super.prepareQueries(kvHead, queries, q, qOffset, scratch);
    reader.unload(scratch);
  }

  private void load(Block block, int kvHead, int queries, TrackScratch scratch) {
    int number = TableSchedule.table(layout.settings(), anchor, block.start());
    reader.load(tableOf(block), number, kvHead, queries, scratch);
  }

  @Override
  protected void scoreBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    load(block, kvHead, queries, scratch);
    reader.score(block, kvHead, from, to, queries, scores, offset, stride, scratch);
  }

  @Override
  protected boolean scoreBlocks(
      Block first,
      int count,
      int kvHead,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    if (!reader.together()) {
      return false;
    }
    load(first, kvHead, queries, scratch);
    reader.scoreTogether(first, count, kvHead, queries, scores, offset, stride, scratch);
    return true;
  }

  @Override
  protected void accumulateBlock(
      Block block,
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    throw new IllegalArgumentException("keys are not summed");
  }

  @Override
  protected void decodeBlock(
      Block block, int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    reader.unload(scratch);
    load(block, kvHead, 0, scratch);
    reader.decode(block, kvHead, from, to, rows, offset, scratch);
    reader.unload(scratch);
  }

  @Override
  public void clear() {
    super.clear();
    anchor = -1;
    dropped = 0;
  }

  @Override
  public TrackState state() {
    return StateNumbers.with(super.state(), Map.of(ANCHOR, (long) anchor, DROPPED, dropped));
  }

  @Override
  public List<Figure> figures() {
    long kept = 0;
    long rows = 0;
    for (int i = 0; i < blockCount(); i++) {
      rows += block(i).rows();
      for (int h = 0; h < layout.kvHeads(); h++) {
        kept += outliers.count(block(i), h);
      }
    }
    List<Figure> figures = new ArrayList<>(super.figures());
    double all = (double) rows * layout.kvHeads() * headDim();
    figures.add(new Figure("outliers", kept));
    figures.add(new Figure("outlier share", rows == 0 ? 0 : kept / all));
    figures.add(new Figure("outliers without room", dropped));
    return figures;
  }
}

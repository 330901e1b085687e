package dev.velox.nuq;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.ColumnScan;
import dev.velox.kernels.layout.TableScan;
import dev.velox.kernels.track.Block;
import dev.velox.kernels.track.BlockLayout;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where everything of a key track lies.
 *
 * <p>A block has codes, channel-major, and its outliers, {@link RankedOutliers} or {@link
 * ListedOutliers}. A table is binary16, {@code [headDim][levels]} and with a threshold rule {@code
 * [headDim]} thresholds, head after head. It is frozen, or belongs to the block from which it
 * holds.
 *
 * <p>Scratch floats: queries {@code [8][headDim]}, one head's table, three floats that tell which
 * table it is, the lowest level of each channel, one strip of rows, what outliers and {@link
 * TableScan} work with; bytes: a strip of codes, the tables of that scan.
 */
record KeyLayout(KeySettings settings, int kvHeads, int headDim, CodeLayout codes, boolean tables) {
  static final int CODE_PLANE = 0;

  /** The extra that holds a block's own table; lists of outliers come after it. */
  static final int TABLE_EXTRA = 0;

  /** Tokens in float form at a time. */
  static final int STRIP = 32;

  private static final int MARKS = 3;

  static KeyLayout of(TrackContext context) {
    KeySettings settings = KeySettings.of(context);
    KvShape shape = context.shape();
    CodeLayout codes = CodeLayout.keys(shape.headDim(), settings.bits());
    boolean tables = TableScan.serves(codes, context.precision(), Role.KEYS);
    return new KeyLayout(settings, shape.kvHeads(), shape.headDim(), codes, tables);
  }

  int levels() {
    return settings.levels();
  }

  long tableBytes() {
    return (long) Short.BYTES * headDim * (levels() + (settings.threshold() ? 1 : 0));
  }

  long tableAt(int kvHead) {
    return kvHead * tableBytes();
  }

  long thresholdsAt(int kvHead) {
    return tableAt(kvHead) + (long) Short.BYTES * headDim * levels();
  }

  long codesAt(int kvHead) {
    return kvHead * codes.bytes();
  }

  KeyOutliers outliers() {
    double fraction = settings.fraction();
    if (fraction == 0) {
      return new RankedOutliers(headDim, 0);
    }
    return switch (settings.rule()) {
      case WORST -> ListedOutliers.exactly(headDim, fraction);
      case RANK -> new RankedOutliers(headDim, Ranks.count(KvTrack.BLOCK, fraction));
      case THRESHOLD ->
          ListedOutliers.upTo(headDim, fraction, settings.blockTables() ? TABLE_EXTRA + 1 : 0);
    };
  }

  /** The frozen thresholds, where the rule has them. */
  @Nullable ThresholdKeys threshold() {
    return settings.threshold() ? new ThresholdKeys(headDim) : null;
  }

  /** Outliers of a block of so many tokens, by error. */
  int worst(int tokens) {
    return Ranks.count(tokens * headDim, settings.fraction());
  }

  BlockLayout blocks() {
    BlockLayout layout =
        BlockLayout.of(kvHeads, new BlockLayout.Plane("codes", ByteRole.KEY_CODES, codes.bytes()));
    if (settings.blockTables()) {
      layout = layout.withExtra("new levels", ByteRole.TABLES, true);
    }
    if (settings.group() == 0) {
      layout = layout.withTable("levels", tableBytes() * kvHeads);
    }
    return outliers().addTo(layout);
  }

  /** Bounds on the bytes; with tables in blocks, one more than a straight history needs. */
  PlanReport plan(int rows) {
    PlanReport plan = blocks().plan(rows);
    if (rows == 0) {
      return plan;
    }
    int blocks = (rows + KvTrack.BLOCK - 1) / KvTrack.BLOCK;
    plan = plan.plus(outliers().plan(blocks, kvHeads));
    if (settings.blockTables()) {
      ByteReport table = ByteReport.of(ByteRole.TABLES, tableBytes() * kvHeads);
      long fewest = settings.group() > 0 ? tables(blocks, 0) : tables(blocks, fitBlocks());
      long least = settings.fitTokens() == 0 && settings.refit() > 0 ? 0 : fewest;
      plan = plan.plus(new PlanReport(table.times(least), table.times(fewest + 1)));
    }
    return plan;
  }

  private int fitBlocks() {
    return (settings.fitRows() + KvTrack.BLOCK - 1) / KvTrack.BLOCK;
  }

  /** Tables of a straight history: one for each interval that a block begins. */
  private long tables(int blocks, int fitBlocks) {
    if (settings.group() > 0) {
      return TableSchedule.interval((blocks - 1) * KvTrack.BLOCK, 0, settings.group()) + 1L;
    }
    int last = Math.max(0, blocks - fitBlocks) * KvTrack.BLOCK;
    return last / settings.refit();
  }

  TrackTraits traits() {
    int floats = workAt() + (tables ? TableScan.workFloats() : 0);
    int look = tables ? TableScan.workBytes(headDim, settings.bits()) : 0;
    boolean first = settings.fitTokens() == 0;
    return new TrackTraits(
            true, ExactType.F16, settings.fitRows(), first, 1, 0, floats, unpackBytes())
        .withTables(look);
  }

  int levelsAt() {
    return KvTrack.MAX_QUERIES * headDim;
  }

  int marksAt() {
    return levelsAt() + headDim * levels();
  }

  /** The lowest level of each channel: what code 0 stands for. */
  int zeroAt() {
    return marksAt() + MARKS;
  }

  int stripAt() {
    return zeroAt() + headDim;
  }

  /** The floats that outliers work with. */
  int listAt() {
    return stripAt() + Math.max(STRIP * headDim, ColumnScan.floats());
  }

  /** The floats that attention by tables of whole numbers works with. */
  int workAt() {
    return listAt() + outliers().workFloats();
  }

  /** Bytes of scratch: a strip of codes. */
  private int unpackBytes() {
    return STRIP * headDim + CodeLayout.SLACK;
  }

  /**
   * Refuses a block from elsewhere that does not fit.
   *
   * @throws dev.velox.api.FormatException naming what is wrong
   */
  void check(Block block, KeyOutliers outliers) {
    if (settings.blockTables()) {
      MemorySegment table = block.extra(TABLE_EXTRA);
      long bytes = tableBytes() * kvHeads;
      boolean missing = table == null && settings.group() > 0;
      if (missing || (table != null && table.byteSize() != bytes)) {
        Object found = table == null ? "missing" : table.byteSize() + " bytes";
        throw Bits16.fault("levels of " + block.start(), found, "must be " + bytes + " bytes");
      }
    }
    for (int h = 0; h < kvHeads; h++) {
      outliers.check(block, h);
    }
  }
}

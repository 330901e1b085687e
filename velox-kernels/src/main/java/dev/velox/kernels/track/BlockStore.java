package dev.velox.kernels.track;

import dev.velox.api.ByteRole;
import dev.velox.api.Figure;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of a track made of sealed blocks: what it takes, shortens, releases and shows. */
abstract class BlockStore implements KvTrack {
  private static final String CLAMPED = "clamped";

  private final KvMemory memory;
  private final BlockLayout layout;
  private final List<MemorySegment> tables = new ArrayList<>();
  final int headDim;
  final BlockList blocks;
  private long clamped;

  /** Index of the first block of the append in progress. */
  int appended;

  /** Whether that append is the one that fills the frozen tables. */
  boolean fitting;

  BlockStore(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    this.memory = context.memory();
    this.layout = layout;
    this.headDim = context.shape().headDim();
    this.blocks = new BlockList(layout, memory, context.attention().slidingWindow() == 0);
    if (state != null) {
      BlockStates.restore(state, layout, blocks, tables);
      clamped = BlockStates.number(state, CLAMPED);
      appended = blocks.size();
    }
  }

  /**
   * Channels of a head.
   *
   * @return the head dim
   */
  protected final int headDim() {
    return headDim;
  }

  final int kvHeads() {
    return layout.kvHeads();
  }

  /**
   * A frozen table.
   *
   * @param index as the layout lists them
   * @return its bytes; only after the first {@link #begin}
   */
  protected final MemorySegment table(int index) {
    return tables.get(index);
  }

  /**
   * Counts values that were clamped to the range of binary16.
   *
   * @param values how many more
   */
  protected final void addClamped(long values) {
    clamped += values;
  }

  @Override
  public void begin(int position, int rows) {
    if (position < 0 || rows < 1) {
      throw new IllegalArgumentException(rows + " rows at position " + position);
    }
    boolean first = tables.isEmpty() && !layout.tables().isEmpty();
    int before = blocks.size();
    blocks.extend(position, rows, BLOCK);
    try {
      for (int t = 0; first && t < layout.tables().size(); t++) {
        tables.add(memory.allocate(ByteRole.TABLES, layout.tables().get(t).bytes()));
      }
      for (int i = before; i < blocks.size(); i++) {
        blocks.inherit(i);
        furnish(blocks.get(i), i > 0 ? blocks.get(i - 1) : null);
      }
    } catch (RuntimeException e) {
      blocks.releaseFrom(before);
      if (first) {
        releaseTables();
      }
      throw e;
    }
    fitting = first;
    appended = before;
  }

  /**
   * Takes what a new block needs beside its planes, by {@link #attach}. Called in {@code begin},
   * block after block, when inherited extras can be seen.
   *
   * @param block a new block
   * @param previous the block before it, or null for the first
   */
  protected void furnish(Block block, @Nullable Block previous) {}

  /**
   * Gives a block an extra of its own, in {@link #furnish} or, where only the rows tell its size,
   * while the block is encoded.
   *
   * @param block a block of the append in progress
   * @param extra index of the extra
   * @param bytes its size, at least 1
   * @return zeroed memory
   */
  protected final MemorySegment attach(Block block, int extra, long bytes) {
    MemorySegment segment = memory.allocate(layout.extras().get(extra).role(), bytes);
    block.attach(extra, segment);
    return segment;
  }

  /**
   * Rows held from the start of a block on; in an append in progress, those of that append.
   *
   * @param block a block held
   * @return at least the rows of the block
   */
  protected final int rowsFrom(Block block) {
    return blocks.end() - block.start();
  }

  /**
   * Sealed blocks.
   *
   * @return how many
   */
  protected final int blockCount() {
    return blocks.size();
  }

  /**
   * One of the sealed blocks.
   *
   * @param index 0 is the oldest
   * @return the block
   */
  protected final Block block(int index) {
    return blocks.get(index);
  }

  /** One past the index of the last block of a range; refuses rows that are not held. */
  final int check(int from, int to) {
    if (from == to) {
      return 0;
    }
    if (from < blocks.first() || to > blocks.end() || from > to) {
      throw new IndexOutOfBoundsException(
          "rows " + from + ".." + to + " of " + blocks.first() + ".." + blocks.end());
    }
    return blocks.indexOf(to - 1) + 1;
  }

  @Override
  public void tidy() {
    blocks.gather();
  }

  @Override
  public void trim(int position) {
    blocks.trim(position);
  }

  @Override
  public void forget(int position) {
    blocks.forget(position);
  }

  @Override
  public void clear() {
    blocks.releaseFrom(0);
    releaseTables();
    clamped = 0;
  }

  private void releaseTables() {
    tables.forEach(memory::release);
    tables.clear();
  }

  @Override
  public TrackState state() {
    Map<String, long[]> numbers = new LinkedHashMap<>(BlockStates.numbers(blocks));
    numbers.put(CLAMPED, new long[] {clamped});
    return new TrackState(BlockStates.parts(layout, blocks, tables), numbers);
  }

  @Override
  public List<Figure> figures() {
    return List.of(new Figure(CLAMPED, clamped));
  }
}

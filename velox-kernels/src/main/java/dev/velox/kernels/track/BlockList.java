package dev.velox.kernels.track;

import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvTrack;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The sealed blocks of a track in order of position, contiguous, found by binary search. */
final class BlockList {
  private final BlockLayout layout;
  private final KvMemory memory;
  private final boolean together;
  private final List<Block> blocks = new ArrayList<>();

  /**
   * An empty list.
   *
   * @param together whether blocks share runs; not where the oldest are forgotten one by one
   */
  BlockList(BlockLayout layout, KvMemory memory, boolean together) {
    this.layout = layout;
    this.memory = memory;
    this.together = together;
  }

  int size() {
    return blocks.size();
  }

  Block get(int index) {
    return blocks.get(index);
  }

  int first() {
    return blocks.isEmpty() ? 0 : blocks.getFirst().start();
  }

  int end() {
    return blocks.isEmpty() ? 0 : blocks.getLast().end();
  }

  /**
   * The index of the block that holds a position. Nearly always all blocks before it are full; only
   * where a trim left short ones it is searched for. A look at a block may be a wait for memory.
   */
  int indexOf(int position) {
    int low = 0;
    int high = blocks.size() - 1;
    int guess = high < 0 ? 0 : Math.clamp((position - first()) / KvTrack.BLOCK, low, high);
    if (guess <= high && holds(blocks.get(guess), position)) {
      return guess;
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (blocks.get(middle).start() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static boolean holds(Block block, int position) {
    return block.start() <= position && position < block.end();
  }

  /** How many full blocks from one on end by a position and lie one after the other. */
  int together(int index, int to) {
    Block first = blocks.get(index);
    int most = Math.min(first.run().places() - first.place(0), blocks.size() - index);
    most = Math.min(most, (to - first.start()) / KvTrack.BLOCK);
    if (most > 0 && follow(first, blocks.get(index + most - 1), most)) {
      return most;
    }
    int count = 0;
    while (count < most && follow(first, blocks.get(index + count), count + 1)) {
      count++;
    }
    return count;
  }

  /**
   * Whether a block is the last of some full ones that begin with another and lie one after the
   * other. Those between need no look: positions have no gaps, and a run's blocks stay in order.
   */
  private static boolean follow(Block first, Block last, int count) {
    return last.run() == first.run()
        && last.place(0) == first.place(0) + count - 1
        && last.end() == first.start() + count * KvTrack.BLOCK;
  }

  /** Adds empty blocks for rows to come; on failure nothing is kept. */
  void extend(int position, int rows, int blockRows) {
    if (!blocks.isEmpty() && position != end()) {
      throw new IllegalArgumentException("rows at " + position + " do not follow " + end());
    }
    int before = blocks.size();
    try {
      for (int done = 0; done < rows; ) {
        int left = (rows - done + blockRows - 1) / blockRows;
        BlockRun run =
            BlockRun.allocate(layout, memory, together ? Math.min(left, BlockRun.LONG) : 1);
        for (int place = 0; place < run.places(); place++, done += blockRows) {
          int count = Math.min(blockRows, rows - done);
          add(new Block(position + done, count, run, place, layout.extras().size()));
        }
      }
    } catch (RuntimeException e) {
      releaseFrom(before);
      throw e;
    }
  }

  /**
   * Lays the newest blocks together once enough of them lie in short runs. Blocks that another
   * cache shares, or for which there is no memory to spare, stay where they are.
   */
  void gather() {
    int from = blocks.size();
    while (together && from > 0 && blocks.get(from - 1).run().places() < BlockRun.LONG) {
      from--;
    }
    if (blocks.size() - from < BlockRun.LONG) {
      return;
    }
    for (int i = from; i < blocks.size(); i++) {
      if (blocks.get(i).run().shared(memory)) {
        return;
      }
    }
    move(from);
  }

  /** Moves the newest blocks into a run of their own; without memory to spare they stay. */
  private void move(int from) {
    BlockRun run = BlockRun.tryAllocate(layout, memory, blocks.size() - from);
    for (int i = from; run != null && i < blocks.size(); i++) {
      Block block = blocks.get(i);
      run.copy(layout, block, i - from);
      run.use();
      blocks.set(i, block.movedTo(run, i - from));
      block.run().leave(memory);
    }
  }

  /** Gives back the part of the newest run that no block uses any more. */
  private void shorten() {
    BlockRun last = blocks.isEmpty() ? null : blocks.getLast().run();
    if (last != null && last.used() < last.places() && !last.shared(memory)) {
      move(blocks.size() - last.used());
    }
  }

  void add(Block block) {
    block.run().use();
    blocks.add(block);
  }

  /** Lets a block see what it inherits, as far as it has nothing of its own. */
  void inherit(int index) {
    for (int e = 0; e < layout.extras().size() && index > 0; e++) {
      if (layout.extras().get(e).inherited() && !blocks.get(index).owns(e)) {
        blocks.get(index).inherit(e, blocks.get(index - 1));
      }
    }
  }

  private void handOn(Block block, int next) {
    for (int e = 0; e < layout.extras().size() && next < blocks.size(); e++) {
      boolean used = layout.extras().get(e).inherited() && !blocks.get(next).owns(e);
      if (used && block.owns(e)) {
        blocks.get(next).takeOver(e, block);
      }
    }
  }

  void trim(int position) {
    if (blocks.isEmpty() || position >= end()) {
      return;
    }
    int keep = 0;
    while (keep < blocks.size() && blocks.get(keep).start() < position) {
      keep++;
    }
    releaseFrom(keep);
    shorten();
    if (keep > 0 && blocks.get(keep - 1).end() > position) {
      Block last = blocks.get(keep - 1);
      blocks.set(keep - 1, last.withRows(position - last.start()));
    }
  }

  void forget(int position) {
    int gone = 0;
    while (gone < blocks.size() && blocks.get(gone).end() <= position) {
      handOn(blocks.get(gone), gone + 1);
      release(blocks.get(gone++));
    }
    blocks.subList(0, gone).clear();
  }

  void releaseFrom(int index) {
    while (blocks.size() > index) {
      release(blocks.removeLast());
    }
  }

  private void release(Block block) {
    block.run().leave(memory);
    for (int e = 0; e < block.extras(); e++) {
      MemorySegment extra = block.ownExtra(e);
      if (extra != null) {
        memory.release(extra);
      }
    }
  }
}

package dev.velox.kernels.track;

import dev.velox.api.spi.KvMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The sealed blocks of a track in order of position, contiguous, found by binary search. */
final class BlockList {
  private final BlockLayout layout;
  private final KvMemory memory;
  private final List<Block> blocks = new ArrayList<>();

  BlockList(BlockLayout layout, KvMemory memory) {
    this.layout = layout;
    this.memory = memory;
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

  /** The index of the block that holds a position. */
  int indexOf(int position) {
    int low = 0;
    int high = blocks.size() - 1;
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

  /** Adds empty blocks for rows to come; on failure nothing is kept. */
  void extend(int position, int rows, int blockRows) {
    if (!blocks.isEmpty() && position != end()) {
      throw new IllegalArgumentException("rows at " + position + " do not follow " + end());
    }
    int before = blocks.size();
    try {
      for (int done = 0; done < rows; done += blockRows) {
        int count = Math.min(blockRows, rows - done);
        blocks.add(new Block(position + done, count, allocate(), layout.extras().size()));
      }
    } catch (RuntimeException e) {
      releaseFrom(before);
      throw e;
    }
  }

  private MemorySegment[] allocate() {
    MemorySegment[] planes = new MemorySegment[layout.planes().size()];
    int taken = 0;
    try {
      while (taken < planes.length) {
        planes[taken] =
            memory.allocate(layout.planes().get(taken).role(), layout.planeBytes(taken));
        taken++;
      }
    } catch (RuntimeException e) {
      for (int p = 0; p < taken; p++) {
        memory.release(planes[p]);
      }
      throw e;
    }
    return planes;
  }

  void add(Block block) {
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
    for (int p = 0; p < block.planes(); p++) {
      memory.release(block.plane(p));
    }
    for (int e = 0; e < block.extras(); e++) {
      MemorySegment extra = block.ownExtra(e);
      if (extra != null) {
        memory.release(extra);
      }
    }
  }
}

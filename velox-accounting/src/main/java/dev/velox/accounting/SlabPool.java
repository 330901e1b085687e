package dev.velox.accounting;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The allocator: best fit over the free spans of all slabs, which merge with free neighbours. An
 * empty slab goes back to the system at once, but for one small spare.
 *
 * <p>Slabs grow with what is held, so that their free ends stay a small part of it: 256 KiB at
 * first, then an eighth of the total up to 2 MiB, the huge page. From there on sizes whose blocks
 * would leave more than a sixteenth of 2 MiB unused get a few huge pages that they fill better.
 */
final class SlabPool {
  static final long GRAIN = 64;
  static final long SMALL = 256L << 10;
  private static final long MAX_FITTED = 32L << 20;

  private final SlabSource source;
  private final TreeSet<Block> free =
      new TreeSet<>(Comparator.<Block>comparingLong(b -> b.span).thenComparingLong(Block::address));
  private @Nullable Slab spare;
  private boolean keepSpare = true;
  private long reserved;
  private long handedOut;

  SlabPool(SlabSource source) {
    this.source = source;
  }

  /**
   * A zeroed block that nobody holds yet, or null if the system has no memory; then nothing has
   * changed.
   */
  @Nullable Block take(long bytes) {
    if (bytes > Long.MAX_VALUE / 2) {
      return null;
    }
    long span = LinuxMemory.roundUp(bytes, GRAIN);
    Block block = fitting(span);
    if (block == null) {
      block = grow(span);
      if (block == null) {
        return null;
      }
    }
    free.remove(block);
    if (block.slab == spare) {
      spare = null;
    }
    if (block.span > span) {
      free.add(split(block, span));
    }
    block.bytes = bytes;
    block.slab.clear(block.offset, bytes);
    handedOut += bytes;
    return block;
  }

  /** Takes a block back. */
  void give(Block block) {
    handedOut -= block.bytes;
    block.bytes = 0;
    Block after = block.after;
    if (after != null && after.free()) {
      free.remove(after);
      merge(block, after);
    }
    Block before = block.before;
    if (before != null && before.free()) {
      free.remove(before);
      merge(before, block);
      block = before;
    }
    if (block.span < block.slab.size()) {
      free.add(block);
    } else if (keepSpare && spare == null && block.span <= SMALL) {
      spare = block.slab;
      free.add(block);
    } else {
      unmap(block.slab);
    }
  }

  /** Gives the spare back, and keeps none from now on. */
  void close() {
    keepSpare = false;
    Slab last = spare;
    if (last != null) {
      spare = null;
      free.removeIf(block -> block.slab == last);
      unmap(last);
    }
  }

  long reserved() {
    return reserved;
  }

  long slack() {
    return reserved - handedOut;
  }

  boolean hugePages() {
    return source.hugePages();
  }

  /** The size of a new slab for blocks of this span when so much is reserved already. */
  static long slabBytes(long span, long reserved) {
    long eighth = Long.highestOneBit(Math.max(1, reserved / 8));
    long size = Math.clamp(eighth, SMALL, LinuxMemory.HUGE_PAGE);
    if (span <= size / 32) {
      return size;
    }
    if (size == LinuxMemory.HUGE_PAGE && span < size) {
      long most = Math.min(MAX_FITTED, reserved / 8);
      for (long fitted = size; fitted <= most; fitted += size) {
        if (fitted % span <= fitted / 16) {
          return fitted;
        }
      }
    }
    return LinuxMemory.roundUp(Math.max(1, size / span) * span, LinuxMemory.PAGE);
  }

  private @Nullable Block fitting(long span) {
    Slab anywhere = Slab.NONE;
    return free.ceiling(new Block(anywhere, 0, span));
  }

  private @Nullable Block grow(long span) {
    SlabSource.Mapping mapping = source.map(slabBytes(span, reserved));
    if (mapping == null) {
      return null;
    }
    Slab slab = new Slab(mapping);
    reserved += slab.size();
    return new Block(slab, 0, slab.size());
  }

  private void unmap(Slab slab) {
    reserved -= slab.size();
    slab.unmap();
  }

  private static Block split(Block block, long span) {
    Block rest = new Block(block.slab, block.offset + span, block.span - span);
    block.span = span;
    rest.before = block;
    rest.after = block.after;
    if (rest.after != null) {
      rest.after.before = rest;
    }
    block.after = rest;
    return rest;
  }

  private static void merge(Block first, Block second) {
    first.span += second.span;
    first.after = second.after;
    if (second.after != null) {
      second.after.before = first;
    }
  }
}

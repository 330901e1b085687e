package dev.velox.accounting;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of blocks found by address: open addressing with linear probing, one reference a slot,
 * because an ordinary map would cost more heap than all else that is kept of a small segment.
 */
final class BlockTable {
  private @Nullable Block[] slots = new Block[16];
  private int size;

  void add(Block block) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    slots[slotOf(block.address())] = block;
    size++;
  }

  /** The block a segment was handed out as, or null: address and size must both agree. */
  @Nullable Block find(MemorySegment segment) {
    if (!segment.isNative()) {
      return null;
    }
    Block block = slots[slotOf(segment.address())];
    return block == null || block.bytes != segment.byteSize() ? null : block;
  }

  /** Removes a block that is in the table, moving later ones of its run into the hole. */
  void remove(Block block) {
    int mask = slots.length - 1;
    int hole = slotOf(block.address());
    int next = hole;
    while (true) {
      next = (next + 1) & mask;
      Block moved = slots[next];
      if (moved == null) {
        break;
      }
      int home = home(moved.address());
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        slots[hole] = moved;
        hole = next;
      }
    }
    slots[hole] = null;
    size--;
  }

  /** All blocks in order of address. */
  List<Block> sorted() {
    List<Block> all = new ArrayList<>(size);
    for (Block block : slots) {
      if (block != null) {
        all.add(block);
      }
    }
    all.sort(Comparator.comparingLong(Block::address));
    return all;
  }

  int size() {
    return size;
  }

  private int slotOf(long address) {
    int slot = home(address);
    while (true) {
      Block block = slots[slot];
      if (block == null || block.address() == address) {
        return slot;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
  }

  private int home(long address) {
    long mixed = (address >>> 6) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & (slots.length - 1);
  }

  private void grow() {
    @Nullable Block[] old = slots;
    slots = new Block[2 * old.length];
    for (Block block : old) {
      if (block != null) {
        slots[slotOf(block.address())] = block;
      }
    }
  }
}

package dev.velox.accounting;

import dev.velox.api.ByteReport;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One span of a slab, handed out or free. The spans of a slab are a list in address order; a span
 * handed out knows the accounts that hold it.
 */
final class Block {
  final Slab slab;
  final long offset;
  long span;
  @Nullable Block before;
  @Nullable Block after;

  /** Bytes handed out, at most the span; 0 for a free span. */
  long bytes;

  private ByteReport charge = ByteReport.ZERO;
  private @Nullable Account holder;
  private @Nullable List<Account> others;

  Block(Slab slab, long offset, long span) {
    this.slab = slab;
    this.offset = offset;
    this.span = span;
  }

  long address() {
    return slab.memory().address() + offset;
  }

  boolean free() {
    return bytes == 0;
  }

  /** The bytes handed out, by role. */
  ByteReport charge() {
    return charge;
  }

  /** The memory, exactly as large as was asked for. */
  MemorySegment segment() {
    return slab.memory().asSlice(offset, bytes);
  }

  /** Hands the span out to its first holder. */
  void handOut(ByteReport asked, Account account) {
    bytes = asked.resident();
    charge = asked;
    holder = account;
  }

  /** Adds one share; an account may hold several. */
  void addHolder(Account account) {
    if (others == null) {
      others = new ArrayList<>(2);
    }
    others.add(account);
  }

  /** Takes one share of an account away; the oldest of the rest becomes the first holder. */
  void removeHolder(Account account) {
    if (others == null) {
      holder = null;
      return;
    }
    if (holder == account) {
      holder = others.removeFirst();
    } else {
      others.remove(account);
    }
    if (others.isEmpty()) {
      others = null;
    }
  }

  boolean heldBy(Account account) {
    return holder == account || (others != null && others.contains(account));
  }

  /** An account other than this one that holds a share, if there is one. */
  @Nullable Account otherThan(Account account) {
    if (holder != account) {
      return holder;
    }
    if (others != null) {
      for (Account other : others) {
        if (other != account) {
          return other;
        }
      }
    }
    return null;
  }

  /** The only account that holds a share; null for none or several. */
  @Nullable Account soleHolder() {
    return holder == null || otherThan(holder) != null ? null : holder;
  }
}

package dev.velox.runtime;

import java.util.Arrays;
import java.util.List;

/** The tokens of a conversation, in order; the cache holds the rows of the first of them. */
final class Transcript {
  private int[] ids = new int[64];
  private int length;

  int length() {
    return length;
  }

  int[] ids() {
    return ids;
  }

  void add(int id) {
    if (length == ids.length) {
      ids = Arrays.copyOf(ids, 2 * length);
    }
    ids[length++] = id;
  }

  int last() {
    return ids[length - 1];
  }

  int[] toArray() {
    return Arrays.copyOf(ids, length);
  }

  /** Forgets the tokens after the first {@code n}. */
  void truncate(int n) {
    length = n;
  }

  List<Integer> from(int first) {
    return Arrays.stream(ids, first, length).boxed().toList();
  }
}

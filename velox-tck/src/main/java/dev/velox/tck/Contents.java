package dev.velox.tck;

import dev.velox.api.ByteReport;
import dev.velox.api.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cache holds at one moment: the bits of every decoded row, lengths and bytes.
 *
 * @param rows decoded rows by layer, role and head
 * @param lengths length and frontier by layer
 * @param bytes resident bytes
 */
record Contents(List<float[]> rows, List<Integer> lengths, ByteReport bytes) {

  /** Everything that can be read now. */
  static Contents of(Shadow shadow) {
    return of(shadow, shadow.firstVisible(), shadow.length());
  }

  /** Rows of a range of positions. */
  static Contents of(Shadow shadow, int from, int to) {
    List<float[]> rows = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    for (int l = 0; l < shadow.shape().layers(); l++) {
      lengths.add(shadow.cache.layer(l).length());
      lengths.add(shadow.cache.layer(l).frontier());
      for (Role role : Role.values()) {
        for (int h = 0; h < shadow.shape().kvHeads(); h++) {
          rows.add(shadow.decoded(role, l, h, from, to));
        }
      }
    }
    return new Contents(rows, lengths, shadow.cache.bytes());
  }

  /** Rows, lengths and bytes are bit for bit those of another moment or cache. */
  void mustEqual(Contents other, String what) {
    mustHoldRowsOf(other, what);
    Claim.equal(other.lengths, lengths, what + ": lengths and frontiers");
    Claim.equal(other.bytes, bytes, what + ": bytes");
  }

  /** Rows alone are bit for bit those of another. */
  void mustHoldRowsOf(Contents other, String what) {
    Claim.equal(other.rows.size(), rows.size(), what + ": heads");
    for (int i = 0; i < rows.size(); i++) {
      Claim.sameBits(other.rows.get(i), rows.get(i), what + ", decoded rows of head " + i);
    }
  }
}

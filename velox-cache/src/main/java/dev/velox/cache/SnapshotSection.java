package dev.velox.cache;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One section of a snapshot to be written: fields, or the bytes of segments.
 *
 * @param kind what it holds
 * @param index which layer, or twice the layer plus the role
 * @param fields its fields; empty for segments
 * @param segments its segments; empty for fields
 */
record SnapshotSection(
    SnapshotFormat.Kind kind, int index, byte[] fields, List<MemorySegment> segments) {

  static SnapshotSection of(SnapshotFormat.Kind kind, int index, FieldWriter fields) {
    return new SnapshotSection(kind, index, fields.toArray(), List.of());
  }

  static SnapshotSection of(int index, List<MemorySegment> segments) {
    return new SnapshotSection(SnapshotFormat.Kind.DATA, index, new byte[0], segments);
  }

  /** Bytes of its payload. */
  long payload() {
    long sum = fields.length;
    for (MemorySegment segment : segments) {
      sum = Math.addExact(sum, segment.byteSize());
    }
    return sum;
  }

  /** Bytes with header and checksum. */
  long bytes() {
    return SnapshotFormat.SECTION_HEADER_BYTES + payload() + SnapshotFormat.CHECKSUM_BYTES;
  }
}

package dev.velox.cache;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes sections as a snapshot: header, sections with their checksums, digest of it all. */
final class SnapshotWriter {
  private final Disk.Output out;
  private final MessageDigest digest;
  private final CRC32C checksum = new CRC32C();
  private final byte[] chunk;

  private SnapshotWriter(Disk.Output out, long longest) {
    this.out = out;
    this.digest = Digests.sha256();
    this.chunk = new byte[(int) Math.min(SnapshotFormat.CHUNK, Math.max(longest, 1))];
  }

  static void write(List<SnapshotSection> sections, Disk.Output out) throws IOException {
    long length = SnapshotFormat.HEADER_BYTES + SnapshotFormat.DIGEST_BYTES;
    long longest = 0;
    for (SnapshotSection section : sections) {
      length = Math.addExact(length, section.bytes());
      longest = Math.max(longest, section.payload());
    }
    SnapshotWriter writer = new SnapshotWriter(out, longest);
    writer.header(length, sections.size());
    for (SnapshotSection section : sections) {
      writer.section(section);
    }
    byte[] sum = writer.digest.digest();
    out.write(sum, sum.length);
  }

  private void header(long length, int sections) throws IOException {
    put(
        new FieldWriter()
            .int64(SnapshotFormat.MAGIC)
            .int32(SnapshotFormat.MAJOR)
            .int32(SnapshotFormat.MINOR)
            .int64(length)
            .int32(sections)
            .toArray());
    checksum();
  }

  private void section(SnapshotSection section) throws IOException {
    put(
        new FieldWriter()
            .int32(section.kind().code())
            .int32(section.kind() == SnapshotFormat.Kind.NOTE ? 0 : SnapshotFormat.REQUIRED)
            .int32(section.index())
            .int32(0)
            .int64(section.payload())
            .toArray());
    put(section.fields());
    int used = 0;
    for (MemorySegment segment : section.segments()) {
      for (long at = 0; at < segment.byteSize(); ) {
        int n = (int) Math.min(chunk.length - used, segment.byteSize() - at);
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, chunk, used, n);
        at += n;
        used += n;
        if (used == chunk.length) {
          put(chunk, used);
          used = 0;
        }
      }
    }
    put(chunk, used);
    checksum();
  }

  private void checksum() throws IOException {
    byte[] sum = new FieldWriter().int32((int) checksum.getValue()).toArray();
    checksum.reset();
    digest.update(sum);
    out.write(sum, sum.length);
  }

  private void put(byte[] bytes) throws IOException {
    put(bytes, bytes.length);
  }

  private void put(byte[] bytes, int count) throws IOException {
    checksum.update(bytes, 0, count);
    digest.update(bytes, 0, count);
    out.write(bytes, count);
  }
}

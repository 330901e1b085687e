package dev.velox.cache;

import dev.velox.api.FormatException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sections of a snapshot in the one order they may have. A length is compared with what
 * is left of the file before anything of that size is taken.
 */
final class SnapshotReader implements AutoCloseable {
  private static final String HEADER = "header";

  private record Header(int kind, boolean required, int index, long payload, long at) {}

  private final SnapshotSource source;
  private final int sections;
  private int seen;
  private @Nullable Header next;

  private SnapshotReader(SnapshotSource source) {
    this.source = source;
    this.sections = header();
    advance();
  }

  static SnapshotReader open(Path path) {
    SnapshotSource source = SnapshotSource.open(path);
    try {
      return new SnapshotReader(source);
    } catch (RuntimeException | Error e) {
      source.close();
      throw e;
    }
  }

  String file() {
    return source.file();
  }

  /** Bytes of the whole file. */
  long length() {
    return source.length();
  }

  /** The byte at which the next section begins. */
  long position() {
    return next == null ? source.position() : next.at();
  }

  private int header() {
    long least = SnapshotFormat.HEADER_BYTES + SnapshotFormat.DIGEST_BYTES;
    if (source.length() < least) {
      throw new FormatException(
          file(), 0, "length", source.length() + " bytes", "must be at least " + least);
    }
    byte[] bytes = new byte[SnapshotFormat.HEADER_BYTES - SnapshotFormat.CHECKSUM_BYTES];
    source.read(bytes, bytes.length, HEADER);
    FieldReader fields = new FieldReader(file(), HEADER, 0, bytes);
    if (fields.int64("magic") != SnapshotFormat.MAGIC) {
      throw fields.fault("magic", "another", "must be that of a snapshot of a Velox cache");
    }
    source.checksum(HEADER);
    int major = fields.int32("major version");
    if (major != SnapshotFormat.MAJOR) {
      throw fields.fault(
          "major version",
          major,
          "must be " + SnapshotFormat.MAJOR + ": this version of Velox reads no other");
    }
    int minor = fields.int32("minor version");
    if (minor < 0 || minor > SnapshotFormat.MINOR) {
      throw fields.fault(
          "minor version",
          major + "." + minor,
          "must be at most "
              + SnapshotFormat.MAJOR
              + "."
              + SnapshotFormat.MINOR
              + ": a newer version of Velox wrote it");
    }
    long length = fields.int64("length");
    if (length != source.length()) {
      throw fields.fault("length", length, "must be " + source.length() + ", that of the file");
    }
    long room = source.length() - least;
    long most = room / (SnapshotFormat.SECTION_HEADER_BYTES + SnapshotFormat.CHECKSUM_BYTES);
    return fields.int32("sections", 0, (int) Math.min(Integer.MAX_VALUE, most));
  }

  /** Reads the header of the next section, passing over those that need not be known. */
  private void advance() {
    while (true) {
      next = null;
      if (seen == sections) {
        return;
      }
      Header header = sectionHeader();
      seen++;
      if (known(header.kind())) {
        next = header;
        return;
      }
      if (header.required()) {
        throw new FormatException(
            file(),
            header.at(),
            "section",
            SnapshotFormat.letters(header.kind()),
            "must be known: a newer version of Velox wrote it");
      }
      skip(header);
    }
  }

  private static boolean known(int code) {
    for (SnapshotFormat.Kind kind : SnapshotFormat.Kind.values()) {
      if (kind.code() == code) {
        return true;
      }
    }
    return false;
  }

  private Header sectionHeader() {
    long at = source.position();
    long left = source.length() - at - SnapshotFormat.CHECKSUM_BYTES - SnapshotFormat.DIGEST_BYTES;
    byte[] bytes = new byte[SnapshotFormat.SECTION_HEADER_BYTES];
    if (left < bytes.length) {
      throw new FormatException(
          file(), at, "section " + seen, "cut off", "must have room for its header");
    }
    source.read(bytes, bytes.length, "section header");
    FieldReader fields = new FieldReader(file(), "section header", at, bytes);
    int kind = fields.int32("kind");
    int flags = fields.int32("flags", 0, SnapshotFormat.REQUIRED);
    int index = fields.int32("index");
    fields.int32("reserved", 0, 0);
    long payload = fields.int64("length", 0, left - bytes.length);
    return new Header(kind, flags == SnapshotFormat.REQUIRED, index, payload, at);
  }

  private void skip(Header header) {
    String what = "section " + SnapshotFormat.letters(header.kind());
    byte[] chunk = new byte[(int) Math.min(SnapshotFormat.CHUNK, header.payload())];
    for (long left = header.payload(); left > 0; left -= chunk.length) {
      source.read(chunk, (int) Math.min(chunk.length, left), what);
    }
    source.checksum(what);
  }

  /** Whether the next section is of a kind. */
  boolean nextIs(SnapshotFormat.Kind kind) {
    return next != null && next.kind() == kind.code();
  }

  private Header take(SnapshotFormat.Kind kind, int index, String what) {
    Header header = next;
    if (header == null || header.kind() != kind.code() || header.index() != index) {
      String found =
          header == null ? "the end" : SnapshotFormat.letters(header.kind()) + " " + header.index();
      throw new FormatException(
          file(),
          position(),
          "section",
          found,
          "must be " + SnapshotFormat.letters(kind.code()) + " " + index + " (" + what + ")");
    }
    return header;
  }

  /** The fields of the next section, which must be this one; its checksum holds. */
  FieldReader fields(SnapshotFormat.Kind kind, int index, String what) {
    Header header = take(kind, index, what);
    if (header.payload() > SnapshotFormat.FIELDS_LIMIT) {
      throw new FormatException(
          file(),
          header.at(),
          what + ", length",
          header.payload(),
          "must be at most " + SnapshotFormat.FIELDS_LIMIT);
    }
    long start = source.position();
    byte[] bytes = new byte[(int) header.payload()];
    source.read(bytes, bytes.length, what);
    source.checksum(what);
    advance();
    return new FieldReader(file(), what, start, bytes);
  }

  /** Fills segments from the next section, which must be this one and exactly as long. */
  void data(int index, List<MemorySegment> segments, String what) {
    long wanted = SnapshotSection.of(index, segments).payload();
    checkData(index, wanted, what);
    byte[] chunk = new byte[(int) Math.min(SnapshotFormat.CHUNK, wanted)];
    long left = wanted;
    int held = 0;
    int used = 0;
    for (MemorySegment segment : segments) {
      for (long at = 0; at < segment.byteSize(); ) {
        if (used == held) {
          held = (int) Math.min(chunk.length, left);
          used = 0;
          source.read(chunk, held, what);
          left -= held;
        }
        int n = (int) Math.min(held - used, segment.byteSize() - at);
        MemorySegment.copy(chunk, used, segment, ValueLayout.JAVA_BYTE, at, n);
        at += n;
        used += n;
      }
    }
    source.checksum(what);
    advance();
  }

  /** What the next section of data must be long, checked before memory for it is taken. */
  void checkData(int index, long bytes, String what) {
    Header header = take(SnapshotFormat.Kind.DATA, index, what);
    if (header.payload() != bytes) {
      throw new FormatException(
          file(), header.at(), what + ", length", header.payload(), "must be " + bytes);
    }
  }

  /** Refuses sections that are left over and compares the digest. */
  void end() {
    Header header = next;
    if (header != null) {
      throw new FormatException(
          file(),
          header.at(),
          "section",
          SnapshotFormat.letters(header.kind()) + " " + header.index(),
          "must not be there: the last layer is complete");
    }
    long left = source.length() - source.position() - SnapshotFormat.DIGEST_BYTES;
    if (left != 0) {
      throw new FormatException(
          file(), source.position(), "end", left + " more bytes", "must be the digest");
    }
    source.digest();
  }

  @Override
  public void close() {
    source.close();
  }
}

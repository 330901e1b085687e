package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.KvCache;
import dev.velox.api.Role;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Snapshots as bytes: read, changed with checksums that hold, written back. */
final class Saved {
  private static final int HEADER = 32;
  private static final int SECTION = 24;
  private static final int DIGEST = 32;

  /** Where a section stands: its header, its payload. */
  record Section(String kind, int at, int payload, int length) {
    int end() {
      return payload + length + 4;
    }
  }

  private Saved() {}

  static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path write(Path file, byte[] bytes) {
    try {
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static List<Section> sections(byte[] file) {
    List<Section> sections = new ArrayList<>();
    for (int at = HEADER; at < file.length - DIGEST; ) {
      int length = (int) buffer(file).getLong(at + 16);
      String kind = new String(file, at, 4, java.nio.charset.StandardCharsets.US_ASCII);
      Section section = new Section(kind, at, at + SECTION, length);
      sections.add(section);
      at = section.end();
    }
    return sections;
  }

  static Section section(byte[] file, String kind, int which) {
    return sections(file).stream().filter(s -> s.kind().equals(kind)).toList().get(which);
  }

  /** Makes every checksum and the digest those of the bytes, sections laid out as before. */
  static byte[] repair(byte[] file, List<Section> sections) {
    checksum(file, 0, HEADER - 4);
    sections.forEach(s -> checksum(file, s.at(), s.payload() + s.length()));
    var digest = Digests.sha256();
    digest.update(file, 0, file.length - DIGEST);
    System.arraycopy(digest.digest(), 0, file, file.length - DIGEST, DIGEST);
    return file;
  }

  static byte[] repair(byte[] file) {
    return repair(file, sections(file));
  }

  private static void checksum(byte[] file, int from, int at) {
    CRC32C crc = new CRC32C();
    crc.update(file, from, at - from);
    buffer(file).putInt(at, (int) crc.getValue());
  }

  /** Rows, lengths, bytes and settings are bit for bit those of another cache. */
  static void assertSame(KvCaches caches, KvCache expected, KvCache found) {
    assertEquals(expected.length(), found.length());
    assertEquals(expected.shape(), found.shape());
    assertEquals(expected.effective(), found.effective());
    assertEquals(expected.rowsUntilSeal(), found.rowsUntilSeal());
    assertEquals(expected.bytes().withShared(0), found.bytes().withShared(0));
    assertEquals(expected.figures(), found.figures());
    assertTrue(caches.audit(found).exact(), () -> caches.audit(found).toString());
    int dim = expected.shape().headDim();
    for (int l = 0; l < expected.shape().layers(); l++) {
      assertEquals(expected.layer(l).frontier(), found.layer(l).frontier());
      SequenceCache sequence = (SequenceCache) expected;
      int length = expected.layer(l).length();
      int first =
          length == 0 ? 0 : sequence.recipe().layers().get(l).attention().firstVisible(length - 1);
      for (Role role : Role.values()) {
        for (int h = 0; h < expected.shape().kvHeads(); h++) {
          float[] a = new float[(length - first) * dim];
          float[] b = new float[a.length];
          expected.layer(l).materialize(role, h, first, length, a, 0);
          found.layer(l).materialize(role, h, first, length, b, 0);
          assertArrayEquals(a, b, 0f, "layer " + l + " " + role + " head " + h);
        }
      }
    }
  }

  /** The same rows appended to both give the same outputs, bit for bit. */
  static void assertContinueAlike(KvCaches caches, KvCache a, KvCache b, Rows rows, int to) {
    float[] one = new float[rows.queryRow()];
    float[] other = new float[rows.queryRow()];
    try (Scratch sa = a.newScratch(Workers.single());
        Scratch sb = b.newScratch(Workers.single())) {
      for (int t = a.length(); t < to; t++) {
        for (int l = 0; l < a.shape().layers(); l++) {
          int row = t * rows.row();
          int q = t * rows.queryRow();
          a.layer(l).extend(rows.keys, row, rows.values, row, rows.queries, q, 1, one, 0, sa);
          b.layer(l).extend(rows.keys, row, rows.values, row, rows.queries, q, 1, other, 0, sb);
          assertArrayEquals(one, other, 0f, "token " + t + " layer " + l);
        }
      }
    }
    assertSame(caches, a, b);
  }
}

package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Rope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not the file that was written is refused by name, and leaves nothing behind. */
class DamagedSnapshotsAreRefusedTest {
  private static final KvShape SHAPE = new KvShape(2, 1, 2, 8, 1024);

  @TempDir private Path folder;
  private KvCaches caches;
  private byte[] good;
  private long charged;

  @BeforeEach
  void save() {
    caches = KvCaches.create();
    AttentionSpec attention = AttentionSpec.plain(8).withRope(Rope.of(10_000, 8));
    CacheSpec spec = CacheSpec.parse("keys=kivi:bits=2;values=uniform:bits=3;window=3;sinks=2");
    try (KvCache cache = caches.open(SHAPE, spec, attention)) {
      new Rows(SHAPE, 200, Rope.of(10_000, 8), 1, 21).append(cache, 0, 200);
      cache.snapshot(folder.resolve("good.vlx"), Map.of("note", new byte[] {7, 8}));
    }
    good = Saved.bytes(folder.resolve("good.vlx"));
    charged = caches.ledger().report().charged().resident();
  }

  @AfterEach
  void nothingIsLeft() {
    assertEquals(charged, caches.ledger().report().charged().resident());
    caches.close();
  }

  private FormatException refused(byte[] bytes) {
    Path file = Saved.write(folder.resolve("bad.vlx"), bytes);
    FormatException e = assertThrows(FormatException.class, () -> caches.restore(file).close());
    assertEquals(file.toString(), e.file());
    return e;
  }

  /** A change under checksums that hold again. */
  private FormatException forged(Consumer<ByteBuffer> change) {
    byte[] bytes = good.clone();
    List<Saved.Section> sections = Saved.sections(bytes);
    change.accept(Saved.buffer(bytes));
    return refused(Saved.repair(bytes, sections));
  }

  private static void assertSays(FormatException e, String... words) {
    for (String word : words) {
      assertTrue(e.getMessage().contains(word), e.getMessage());
    }
  }

  @Test
  void everyFlippedBit() {
    for (int bit = 0; bit < 8 * good.length; bit += bit < 8 * 600 ? 1 : 37) {
      byte[] bytes = good.clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      refused(bytes);
    }
  }

  @Test
  void everyOtherValueOfTheFirstBytes() {
    for (int at = 0; at < 32; at++) {
      for (int change = 1; change < 256; change++) {
        byte[] bytes = good.clone();
        bytes[at] ^= (byte) change;
        refused(bytes);
      }
    }
  }

  @Test
  void everyLength() {
    for (int n = 0; n < good.length; n += n < 600 ? 1 : 13) {
      refused(Arrays.copyOf(good, n));
    }
    for (int n = 1; n < 4097; n += 97) {
      assertSays(refused(Arrays.copyOf(good, good.length + n)), "length");
    }
    byte[] longer = Arrays.copyOf(good, good.length + 9);
    Saved.buffer(longer).putLong(16, longer.length);
    refused(Saved.repair(longer, Saved.sections(good)));
  }

  @Test
  void sectionsSwappedRepeatedOrMissing() {
    List<Saved.Section> sections = Saved.sections(good);
    for (int i = 0; i < sections.size(); i++) {
      List<Saved.Section> without = new ArrayList<>(sections);
      Saved.Section gone = without.remove(i);
      if (!gone.kind().equals("NOTE")) {
        refused(assembled(without));
      }
      List<Saved.Section> twice = new ArrayList<>(sections);
      twice.add(i, sections.get(i));
      refused(assembled(twice));
      for (int j = 0; j < i; j++) {
        List<Saved.Section> swapped = new ArrayList<>(sections);
        swapped.set(i, sections.get(j));
        swapped.set(j, sections.get(i));
        refused(assembled(swapped));
      }
    }
  }

  private byte[] assembled(List<Saved.Section> parts) {
    int length = 64 + parts.stream().mapToInt(s -> s.end() - s.at()).sum();
    byte[] file = Arrays.copyOf(good, length);
    int at = 32;
    for (Saved.Section part : parts) {
      System.arraycopy(good, part.at(), file, at, part.end() - part.at());
      at += part.end() - part.at();
    }
    Saved.buffer(file).putLong(16, length).putInt(24, parts.size());
    return Saved.repair(file);
  }

  @Test
  void otherVersions() {
    for (int version : new int[] {0, 2, Integer.MAX_VALUE, -1}) {
      assertSays(forged(b -> b.putInt(8, version)), "major version", "" + version, "must be 1");
    }
    for (int version : new int[] {1, Integer.MAX_VALUE, -1}) {
      assertSays(forged(b -> b.putInt(12, version)), "minor version", "1." + version, "1.0");
    }
    int recipe = Saved.section(good, "RECP", 0).payload();
    int spec = Saved.buffer(good).getInt(recipe + 24);
    int id = recipe + 28 + spec + 4;
    int version = id + 4 + Saved.buffer(good).getInt(id);
    assertSays(forged(b -> b.putInt(version, 9)), "state versions", "9", "kivi=1");
  }

  @Test
  void sectionsThatNeedNotBeKnownArePassedOver() {
    byte[] optional = good.clone();
    Saved.Section note = Saved.section(good, "NOTE", 0);
    optional[note.at()] = 'X';
    Path file = Saved.write(folder.resolve("x.vlx"), Saved.repair(optional));
    caches.restore(file).close();
    assertSays(
        forged(
            b -> {
              b.put(note.at(), (byte) 'X');
              b.putInt(note.at() + 4, 1);
            }),
        "XOTE",
        "must be known");
  }

  @Test
  void hugeNumbersAreRefusedBeforeAnythingOfThatSizeIsTaken() {
    Saved.Section recipe = Saved.section(good, "RECP", 0);
    int[] sizes = {-1, 0, 1 << 15, 1 << 16, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int at : new int[] {0, 4, 12}) {
      for (int size : sizes) {
        int field = recipe.payload() + at;
        forged(b -> b.putInt(field, size));
      }
    }
    forged(b -> b.putInt(recipe.payload() + 24, Integer.MAX_VALUE));
    for (Saved.Section section : Saved.sections(good)) {
      for (long length : new long[] {-1, 0, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE}) {
        if (length != section.length()) {
          forged(b -> b.putLong(section.at() + 16, length));
        }
      }
    }
  }

  /**
   * The first block of the keys: role, bytes; role, bytes, which must add up and be the method's.
   */
  @Test
  void bytesUnderForgedRoles() {
    Saved.Section keys = Saved.section(good, "ROLE", 0);
    String text = new String(good, StandardCharsets.ISO_8859_1);
    int name = text.indexOf("block/0/block", keys.payload());
    int roles = name + "block/0/block".length() + 8;
    ByteBuffer saved = Saved.buffer(good);
    assertEquals(2, saved.getInt(roles));
    long codes = saved.getLong(roles + 8);
    long parameters = saved.getLong(roles + 20);
    assertEquals(saved.getLong(roles - 8), codes + parameters);
    assertSays(forged(b -> b.putLong(roles + 8, codes - 1)), "must be those of its roles");
    assertSays(forged(b -> b.putInt(roles + 16, 0)), "byte role of part block/0/block");
    assertSays(forged(b -> b.putInt(roles + 4, 1)), "keyCodes=" + codes);
    assertSays(
        forged(b -> b.putLong(roles + 8, codes + 1).putLong(roles + 20, parameters - 1)),
        "bytes of part block/0/block",
        "keyCodes=" + codes);
  }

  /** Every 32-bit field of every list, under checksums that hold: refused, or harmless. */
  @Test
  void noForgedFieldDoesAnythingButRefuseOrOpen() {
    int opened = 0;
    int refused = 0;
    List<Saved.Section> sections = Saved.sections(good);
    for (Saved.Section section : sections) {
      if (section.kind().equals("DATA")) {
        continue;
      }
      for (int at = section.payload(); at + 4 <= section.payload() + section.length(); at++) {
        for (int value : new int[] {-1, 1 << 30, Saved.buffer(good).getInt(at) + 1}) {
          byte[] bytes = good.clone();
          Saved.buffer(bytes).putInt(at, value);
          Path file = Saved.write(folder.resolve("forged.vlx"), Saved.repair(bytes, sections));
          long before = caches.ledger().report().charged().resident();
          try (KvCache cache = caches.restore(file)) {
            assertTrue(caches.audit(cache).exact(), section.kind() + " at " + at);
            opened++;
          } catch (FormatException e) {
            refused++;
            assertEquals(before, caches.ledger().report().charged().resident(), e.getMessage());
          }
        }
      }
    }
    // a rotation that is new leaves its shared tables, if it was opened
    charged = caches.ledger().report().charged().resident();
    assertTrue(opened > 0 && refused > 10 * opened, opened + " opened, " + refused + " refused");
  }

  @Test
  void filesThatAreNone() {
    FormatException missing =
        assertThrows(FormatException.class, () -> caches.restore(folder.resolve("none.vlx")));
    assertSays(missing, "none.vlx", "missing");
    assertThrows(FormatException.class, () -> caches.restore(folder));
    assertSays(
        refused("# a text\n".repeat(99).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        "magic");
    assertSays(refused(new byte[4096]), "magic");
  }

  @Test
  void theSectionIsNamed() {
    Saved.Section data = Saved.section(good, "DATA", 3);
    byte[] bytes = good.clone();
    bytes[data.payload() + 5] ^= 1;
    assertSays(refused(bytes), "layer 1 values rows, checksum", "damaged");
    bytes = good.clone();
    bytes[good.length - 1] ^= 1;
    assertSays(refused(bytes), "digest");
  }
}

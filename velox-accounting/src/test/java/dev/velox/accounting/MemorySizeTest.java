package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Sizes are read as written, refused if they are none, and written so that they can be read. */
class MemorySizeTest {

  @Example
  void unitsMeanWhatTheySay() {
    assertEquals(24L << 30, MemorySize.parse("24GiB"));
    assertEquals(512_000_000L, MemorySize.parse("512MB"));
    assertEquals(4096, MemorySize.parse("4096"));
    assertEquals(7, MemorySize.parse(" 7 b "));
    assertEquals(1536, MemorySize.parse("1.5 kib"));
    assertEquals(1_000, MemorySize.parse("1KB"));
    assertEquals(2_000_000_000_000L, MemorySize.parse("2TB"));
    assertEquals(1L << 40, MemorySize.parse("1TiB"));
    assertEquals(0, MemorySize.parse("0"));
    assertEquals(Long.MAX_VALUE, MemorySize.parse("9223372036854775807"));
  }

  @Example
  void anythingElseIsRefused() {
    for (String wrong :
        new String[] {
          "",
          "GiB",
          "-1",
          "1.",
          ".5",
          "1e9",
          "1,5GiB",
          "24G",
          "24GiBs",
          "0x10",
          "1  GB",
          "٣",
          "9223372036854775808",
          "8388608TiB",
          "99999999999999999999",
          "NaN"
        }) {
      ConfigException refused =
          assertThrows(ConfigException.class, () -> MemorySize.parse(wrong), wrong);
      assertTrue(refused.getMessage().contains("'" + wrong + "'"));
    }
  }

  @Example
  void peopleReadTheLargestUnit() {
    assertEquals("0 B", MemorySize.format(0));
    assertEquals("1023 B", MemorySize.format(1023));
    assertEquals("1 KiB", MemorySize.format(1024));
    assertEquals("1.5 KiB", MemorySize.format(1536));
    assertEquals("1 MiB", MemorySize.format((1 << 20) - 1));
    assertEquals("24 GiB", MemorySize.format(24L << 30));
    assertEquals("-1.5 KiB", MemorySize.format(-1536));
    assertEquals("8388608 TiB", MemorySize.format(Long.MAX_VALUE));
  }

  @Property(seed = "5")
  void whatIsWrittenReadsBackNearly(@ForAll @LongRange(min = 0, max = 1L << 62) long bytes) {
    long back = MemorySize.parse(MemorySize.format(bytes));
    assertTrue(Math.abs(back - bytes) <= bytes / 20, bytes + " came back as " + back);
  }
}

package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bytes worked out by hand: the stored form is a promise. */
class GoldenCodesTest {

  private static String hex(TrackState state, String part, long at, int bytes) {
    MemorySegment segment =
        state.parts().stream()
            .filter(p -> p.name().equals(part))
            .findFirst()
            .orElseThrow()
            .segment();
    return HexFormat.of().formatHex(segment.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
  }

  /** Group 0: zero 1, step 1, codes 0 7 15 1. Group 1 is ragged: zero -2, step 0.5, codes 0 15. */
  @Test
  void uniformInsideTokens() {
    float[] row = {1, 8, 16, 2, -2, 5.5f};
    Opened o = new Opened("uniform:bits=4,group-size=4", Role.VALUES, 1, 6).append(0, row);
    TrackState state = o.track.state();
    assertEquals("701ff0", hex(state, "block/0/block", 512, 3));
    assertEquals("003c", hex(state, "block/0/block", 0, 2));
    assertEquals("0038", hex(state, "block/0/block", 64 * 2, 2));
    assertEquals("003c", hex(state, "block/0/block", 64 * 2 * 2, 2));
    assertEquals("00c0", hex(state, "block/0/block", 64 * 2 * 3, 2));
    assertArrayEquals(row, o.decode(0, 0, 1));
  }

  /** Channel 0: zero 0, step 1, codes 0 1 2 3. Channel 1: zero -3, step 2, codes 3 2 1 0. */
  @Test
  void kiviKeys() {
    float[] rows = {0, 3, 1, 1, 2, -1, 3, -3};
    Opened o = new Opened("kivi:bits=2,group-size=4", Role.KEYS, 1, 2).append(0, rows);
    TrackState state = o.track.state();
    assertEquals("e41b", hex(state, "block/0/block", 128, 2));
    assertEquals("003c0040", hex(state, "block/0/block", 0, 4));
    assertEquals("000000c2", hex(state, "block/0/block", 16 * 2 * 2, 4));
    assertArrayEquals(rows, o.decode(0, 0, 4));
  }

  /** Fewer tokens than a group has room for: the missing codes are 0; a third is rounded up. */
  @Test
  void kiviKeysOfAShortBlock() {
    float[] rows = {0, 3, 1, -3};
    Opened o = new Opened("kivi:bits=2,group-size=4", Role.KEYS, 1, 2).append(0, rows);
    assertEquals("0c03", hex(o.track.state(), "block/0/block", 128, 2));
    assertEquals("56350040", hex(o.track.state(), "block/0/block", 0, 4));
  }

  /** At one bit the stored scale is half the step: the widest range still has a finite one. */
  @Test
  void oneBit() {
    float[] row = {-65504, 65504, 65504, -65504};
    Opened o = new Opened("uniform:bits=1,group-size=4", Role.KEYS, 1, 4).append(0, row);
    assertEquals("06", hex(o.track.state(), "block/0/block", 256, 1));
    assertEquals("ff7b", hex(o.track.state(), "block/0/block", 0, 2));
    assertEquals("fffb", hex(o.track.state(), "block/0/block", 128, 2));
    assertArrayEquals(row, o.decode(0, 0, 1));
  }

  /** Half a step rounds to the even code: 0.5 to 0, 1.5 and 2.5 to 2. */
  @Test
  void tiesGoToTheEvenCode() {
    float[] row = {0, 0.5f, 1.5f, 2.5f, 3};
    Opened o = new Opened("uniform:bits=2,group-size=5", Role.VALUES, 1, 5).append(0, row);
    assertArrayEquals(new float[] {0, 0, 2, 2, 3}, o.decode(0, 0, 1));
  }

  @Test
  void f16() {
    float[] row = {1, -2, 65504, 1e-7f, 65519, -1e30f};
    Opened o = new Opened("f16", Role.KEYS, 1, 6).append(0, row);
    assertEquals("003c00c0ff7b0200ff7bfffb", hex(o.track.state(), "block/0/rows", 0, 12));
    assertEquals(2, o.track.figures().getFirst().value());
  }
}

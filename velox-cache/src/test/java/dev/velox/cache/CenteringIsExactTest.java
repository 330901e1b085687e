package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.LayerCache;
import dev.velox.api.Rope;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** With tracks that lose nothing, centring changes nothing: at any position, under any rotation. */
class CenteringIsExactTest {
  private static final int DIM = 32;
  private static final int[] POSITIONS = {0, 1, 127, 128, 4095, 131_071};

  @TestFactory
  List<DynamicTest> onAndOffAgree() {
    return List.of(
        test("no rope", null),
        test("base 1e4", Rope.of(1e4, DIM)),
        test("base 5e5", Rope.of(5e5, DIM)),
        test("interleaved", Rope.of(1e4, DIM).withPairing(Rope.Pairing.INTERLEAVED)),
        test("llama 3.1", Rope.of(5e5, DIM).llama3(8, 1, 4, 8192)),
        test("yarn", Rope.of(1e4, DIM).yarn(1e4, 4, 32_768, 32, 1)),
        test("linear", Rope.of(1e4, DIM).linear(4)),
        test("partial", Rope.of(1e4, DIM / 2)));
  }

  private static DynamicTest test(String name, Rope rope) {
    return DynamicTest.dynamicTest(name, () -> onAndOffAgree(rope));
  }

  private static void onAndOffAgree(Rope rope) {
    int length = POSITIONS[POSITIONS.length - 1] + 1;
    KvShape shape = new KvShape(1, 1, 2, DIM, length);
    AttentionSpec attention =
        new AttentionSpec((float) (1 / Math.sqrt(DIM)), 0, 0, Optional.ofNullable(rope));
    Rows rows = new Rows(shape, length, rope, 3, 11);
    try (KvCaches caches = KvCaches.create();
        KvCache on = caches.open(shape, CacheSpec.parse("f32;center=on"), attention);
        KvCache off = caches.open(shape, CacheSpec.parse("f32;center=off"), attention);
        Scratch onScratch = on.newScratch(Workers.single());
        Scratch offScratch = off.newScratch(Workers.single())) {
      assertEquals("on", on.effective().center().orElseThrow().label());
      int done = 0;
      for (int position : POSITIONS) {
        rows.append(on, done, position + 1);
        rows.append(off, done, position + 1);
        done = position + 1;
        float[] expected = attend(off.layer(0), rows, position, offScratch);
        float[] found = attend(on.layer(0), rows, position, onScratch);
        double max = 0;
        for (float v : rows.values) {
          max = Math.max(max, Math.abs(v));
        }
        for (int i = 0; i < found.length; i++) {
          assertEquals(expected[i], found[i], 1e-5 * max, "position " + position + " element " + i);
        }
      }
      assertTrue(on.layer(0).frontier() > 130_000, "codes were read");
      assertTrue(on.bytes().tables() > 0, "a mean was taken");
    }
  }

  private static float[] attend(LayerCache layer, Rows rows, int position, Scratch scratch) {
    float[] out = new float[rows.queryRow()];
    layer.attend(0, 2, rows.queries, position * rows.queryRow(), out, 0, scratch);
    return out;
  }
}

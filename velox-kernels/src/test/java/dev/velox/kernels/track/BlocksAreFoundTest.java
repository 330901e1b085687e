package dev.velox.kernels.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.KvShape;
import dev.velox.api.spi.KvTrack;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Blocks are found where a look at each would find them, short ones in the middle or not. */
class BlocksAreFoundTest {
  private static final int BLOCK = KvTrack.BLOCK;
  private static final BlockLayout LAYOUT = EchoTrack.layout(new KvShape(1, 2, 2, 1, 1 << 20));

  @Property(tries = 100, seed = "11")
  void afterAnyHistory(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BlockList blocks = new BlockList(LAYOUT, new TestMemory(), true);
    for (int step = 0; step < 120; step++) {
      int held = blocks.end() - blocks.first();
      switch (random.nextInt(20)) {
        case 0 -> blocks.trim(blocks.first() + random.nextInt(Math.max(1, held)));
        case 1, 2, 3 -> blocks.trim(Math.max(blocks.first(), blocks.end() - random.nextInt(99)));
        case 4 -> blocks.forget(blocks.first() + random.nextInt(held / 4 + 1));
        case 5 -> blocks.gather();
        case 6 -> blocks.extend(blocks.end(), 1 + random.nextInt(40 * BLOCK), BLOCK);
        default -> blocks.extend(blocks.end(), BLOCK, BLOCK);
      }
      check(blocks, random);
    }
  }

  private static void check(BlockList blocks, SplittableRandom random) {
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      assertEquals(i, blocks.indexOf(block.start()));
      assertEquals(i, blocks.indexOf(block.end() - 1));
      int to = block.start() + random.nextInt(blocks.end() - block.start() + 1);
      assertEquals(together(blocks, i, to), blocks.together(i, to));
      assertEquals(together(blocks, i, blocks.end()), blocks.together(i, blocks.end()));
      assertTrue(i == 0 || blocks.get(i - 1).end() == block.start());
    }
  }

  /** Every block is looked at. */
  private static int together(BlockList blocks, int index, int to) {
    Block first = blocks.get(index);
    int count = 0;
    for (int i = index; i < blocks.size(); i++, count++) {
      Block block = blocks.get(i);
      boolean next = block.run() == first.run() && block.place(0) == first.place(0) + count;
      if (!next || block.rows() < BLOCK || block.end() > to) {
        break;
      }
    }
    return count;
  }
}

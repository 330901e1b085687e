package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All 65,536 halves and bfloat16 load and store as the JDK says, as do the floats between them. */
@ExtendWith(NeedsTheVectorsAskedFor.class)
class EveryHalfTest {
  private static final int ALL = 1 << 16;
  private static final RowKernels ROWS = Kernels.active().rows();

  private static MemorySegment everyShort(Arena arena) {
    MemorySegment m = arena.allocate(2L * ALL);
    for (int i = 0; i < ALL; i++) {
      m.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, (short) i);
    }
    return m;
  }

  @Test
  void loadsEveryHalf() {
    try (Arena arena = Arena.ofConfined()) {
      float[] x = new float[ALL];
      ROWS.loadF16(everyShort(arena), 0, x, 0, ALL);
      for (int i = 0; i < ALL; i++) {
        assertEquals(Float.float16ToFloat((short) i), x[i]);
      }
    }
  }

  @Test
  void loadsEveryBfloat16() {
    try (Arena arena = Arena.ofConfined()) {
      float[] x = new float[ALL];
      ROWS.loadBf16(everyShort(arena), 0, x, 0, ALL);
      for (int i = 0; i < ALL; i++) {
        assertEquals(Float.intBitsToFloat(i << 16), x[i]);
      }
    }
  }

  @Test
  void roundsEveryMidpointOfHalvesToEven() {
    float[] x = new float[3 * ALL];
    for (int i = 0; i < ALL; i++) {
      float here = Float.float16ToFloat((short) i);
      float next = Float.float16ToFloat((short) (i + 1));
      float middle = (float) (((double) here + next) / 2);
      boolean odd = !Float.isFinite(here) || !Float.isFinite(middle);
      x[3 * i] = odd ? 0f : middle;
      x[3 * i + 1] = odd ? 1f : Math.nextUp(middle);
      x[3 * i + 2] = odd ? 2f : Math.nextDown(middle);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(2L * x.length);
      assertEquals(0, ROWS.storeF16(x, 0, m, 0, x.length));
      for (int i = 0; i < x.length; i++) {
        assertEquals(Float.floatToFloat16(x[i]), m.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i));
      }
    }
  }

  @Test
  void clampsAndCountsWhatIsTooLarge() {
    float[] x = new float[67];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 3 == 0 ? (i % 2 == 0 ? 65505f : Float.NEGATIVE_INFINITY) : 65504f;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(2L * x.length);
      assertEquals(23, ROWS.storeF16(x, 0, m, 0, x.length));
      for (int i = 0; i < x.length; i++) {
        float half = Float.float16ToFloat(m.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i));
        assertEquals(Math.copySign(65504f, x[i]), half);
      }
    }
  }

  @Test
  void notANumberStaysNotANumber() {
    float[] x = new float[40];
    java.util.Arrays.fill(x, Float.NaN);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment m = arena.allocate(2L * x.length);
      assertEquals(0, ROWS.storeF16(x, 0, m, 0, x.length));
      float[] y = new float[40];
      ROWS.loadF16(m, 0, y, 0, 40);
      assertEquals(0, ROWS.firstNonFinite(y, 0, 40));
      assertEquals(Float.NaN, y[7]);
      assertEquals(Float.NaN, y[39]);
    }
  }
}

package dev.velox.simd;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * One call of one kernel: inputs drawn from a seed, outputs between guards. The same trial drawn
 * twice gives two makers of kernels the same inputs.
 */
final class Trial {
  /** What the inputs look like. */
  enum Style {
    PLAIN,
    EXTREME,
    /** Magnitudes of the plain inputs: a scalar run on them bounds every rounding error. */
    PLAIN_MAGNITUDES,
    EXTREME_MAGNITUDES;

    Style magnitudes() {
      return this == PLAIN ? PLAIN_MAGNITUDES : EXTREME_MAGNITUDES;
    }
  }

  private static final float FLOAT_GUARD = -7.0078125e27f;
  private static final byte BYTE_GUARD = (byte) 0xa5;
  private static final int GUARD = 70;
  private static final float[] EXTREMES = {
    0f,
    -0f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    0x1p-127f,
    Float.MIN_NORMAL,
    -1e-38f,
    0x1p-24f,
    0x1p-25f,
    0x1.8p-25f,
    0x1p-14f,
    0x1.ffcp-15f,
    1f,
    -1f,
    0.5f,
    1.5f,
    2.5f,
    255.5f,
    65504f,
    -65504f,
    65519.99f,
    65520f,
    -65520f,
    65536f,
    1e15f,
    -1e15f,
    1e-30f
  };

  final int n;
  final int offset;
  private final SplittableRandom random;
  private final Style style;
  private final Arena arena;
  private final List<Object> outputs = new ArrayList<>();
  private final List<int[]> windows = new ArrayList<>();
  private final List<Object> inputs = new ArrayList<>();
  private int next;

  Trial(long seed, int n, int offset, Style style, Arena arena) {
    this.random = new SplittableRandom(seed);
    this.n = n;
    this.offset = offset;
    this.style = style;
    this.arena = arena;
  }

  /** Begins again, with the same inputs: they are not made a second time. */
  void again() {
    next = 0;
    outputs.clear();
    windows.clear();
  }

  /** The next input, made in the first round only. */
  @SuppressWarnings("unchecked")
  private <T> T input(Supplier<T> make) {
    if (next == inputs.size()) {
      inputs.add(make.get());
    }
    return (T) inputs.get(next++);
  }

  /** A number of 0 up to, not including, {@code bound}. */
  int draw(int bound) {
    return input(() -> random.nextInt(bound));
  }

  /** Numbers at {@link #offset}. */
  float[] floats(int count) {
    return input(() -> numbers(offset + count, count)).clone();
  }

  private float[] numbers(int length, int count) {
    float[] x = new float[length];
    for (int i = 0; i < count; i++) {
      x[offset + i] = number();
    }
    return x;
  }

  private float number() {
    long bits = random.nextLong();
    float plain = ((int) bits >> 8) * 0x1p-22f * (1 << (bits >>> 60));
    int pick = (int) (bits >>> 32 & 63);
    boolean extreme = style == Style.EXTREME || style == Style.EXTREME_MAGNITUDES;
    float x = extreme && pick < EXTREMES.length ? EXTREMES[pick] : plain;
    return style == Style.PLAIN || style == Style.EXTREME ? x : Math.abs(x);
  }

  /** Numbers changed in place: an output that starts as input. */
  float[] floatsInOut(int count) {
    float[] x = floatsOut(count);
    System.arraycopy(floats(count), offset, x, offset, count);
    return x;
  }

  /** Room for results at {@link #offset}. */
  float[] floatsOut(int count) {
    float[] x = new float[offset + count + GUARD];
    Arrays.fill(x, FLOAT_GUARD);
    outputs.add(x);
    windows.add(new int[] {offset, offset + count});
    return x;
  }

  /** Room for bytes at {@link #offset}. */
  byte[] bytesOut(int count) {
    byte[] x = new byte[offset + count + GUARD];
    Arrays.fill(x, BYTE_GUARD);
    outputs.add(x);
    windows.add(new int[] {offset, offset + count});
    return x;
  }

  /** Bytes at {@link #offset}. */
  byte[] bytes(int count) {
    return input(
            () -> {
              byte[] x = new byte[offset + count];
              random.nextBytes(x);
              return x;
            })
        .clone();
  }

  /** Native memory of exactly {@code offset + count} bytes: nothing beyond can be touched. */
  MemorySegment memory(long count) {
    return input(
        () -> {
          byte[] x = new byte[(int) count];
          random.nextBytes(x);
          MemorySegment m = arena.allocate(offset + count);
          MemorySegment.copy(x, 0, m, ValueLayout.JAVA_BYTE, offset, x.length);
          return m;
        });
  }

  /** Native memory for results, at {@link #offset}, with guards or ending exactly there. */
  MemorySegment memoryOut(long count) {
    long bytes = offset + count + (offset % 2 == 0 ? 0 : GUARD);
    MemorySegment m = input(() -> arena.allocate(bytes));
    m.fill(BYTE_GUARD);
    outputs.add(m);
    windows.add(new int[] {offset, offset + (int) count});
    return m;
  }

  /** Rows of numbers in native memory, stored by the scalar kernels. */
  MemorySegment rows(int count, int bytesEach, Store store) {
    return input(
        () -> {
          MemorySegment m = arena.allocate(offset + (long) count * bytesEach);
          store.store(numbers(offset + count, count), offset, m, offset, count);
          return m;
        });
  }

  /** How rows are stored. */
  interface Store {
    void store(float[] src, int so, MemorySegment dst, long at, int n);
  }

  /** Records a returned value. */
  void result(float value) {
    outputs.add(new float[] {value});
    windows.add(new int[] {0, 1});
  }

  /** All outputs, as floats or bytes, guards included. */
  List<Object> outputs() {
    List<Object> all = new ArrayList<>();
    for (Object o : outputs) {
      all.add(o instanceof MemorySegment m ? m.toArray(ValueLayout.JAVA_BYTE) : o);
    }
    return all;
  }

  /** The first output whose guard was overwritten, or -1. */
  int brokenGuard() {
    for (int k = 0; k < outputs.size(); k++) {
      int[] window = windows.get(k);
      Object o = outputs().get(k);
      int length = o instanceof float[] f ? f.length : ((byte[]) o).length;
      for (int i = 0; i < length; i++) {
        boolean inside = i >= window[0] && i < window[1];
        boolean kept = o instanceof float[] f ? f[i] == FLOAT_GUARD : ((byte[]) o)[i] == BYTE_GUARD;
        if (!inside && !kept) {
          return k;
        }
      }
    }
    return -1;
  }
}

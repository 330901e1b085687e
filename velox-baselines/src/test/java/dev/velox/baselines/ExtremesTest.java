package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Denormals, the limit of binary16, constants, zeros and short beginnings, at every width. */
class ExtremesTest {
  private static final int DIM = 40;

  record Case(String spec, Role role) {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("f16", Role.KEYS));
    for (int bits = 1; bits <= 8; bits++) {
      cases.add(new Case("uniform:bits=" + bits, Role.KEYS));
      cases.add(new Case("uniform:axis=channel,bits=" + bits, Role.VALUES));
      cases.add(new Case("kivi:bits=" + bits, Role.KEYS));
      cases.add(new Case("kivi:bits=" + bits, Role.VALUES));
    }
    return cases;
  }

  private static Opened open(Case c) {
    return new Opened(c.spec(), c.role(), 1, DIM);
  }

  /** Of one head: the parameters of each block come before its codes. */
  private static void assertNothingStoredIsInfinite(Opened o, int rows) {
    long blocks = (rows + 63) / 64;
    for (TrackState.Part part : o.track.state().parts()) {
      boolean plain = part.bytes().parameters() == 0;
      long block = part.segment().byteSize() / blocks;
      long stored = plain ? block : part.bytes().parameters() / blocks;
      for (long at = 0; at < blocks * block; at += 2) {
        short half = part.segment().get(java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED, at);
        assertTrue(at % block >= stored || Float.isFinite(Float.float16ToFloat(half)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void denormalsErrByNoMoreThanTheGreatestOfThem(Case c) {
    SplittableRandom random = new SplittableRandom(9);
    float[] x = new float[70 * DIM];
    for (int i = 0; i < x.length; i++) {
      float size = (float) StrictMath.pow(10, -45 + random.nextInt(16));
      x[i] = random.nextBoolean() ? size : -size;
    }
    Opened o = open(c).append(0, x);
    float[] y = o.decode(0, 0, 70);
    for (int i = 0; i < x.length; i++) {
      assertTrue(Math.abs(x[i] - y[i]) <= 1e-29f, x[i] + " became " + y[i]);
    }
    assertNothingStoredIsInfinite(o, 70);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void beyondTheLimitIsClampedAndCounted(Case c) {
    float[] values = {65504f, 65519.9f, 65520f, 1e5f, 1e30f, 3e38f};
    float[] x = new float[64 * DIM];
    for (int i = 0; i < x.length; i++) {
      float v = values[i % values.length];
      x[i] = i / values.length % 2 == 0 ? v : -v;
    }
    int beyond = 0;
    for (float v : x) {
      beyond += Math.abs(v) > 65504 ? 1 : 0;
    }
    Opened o = open(c).append(0, x);
    assertNothingStoredIsInfinite(o, 64);
    assertEquals("clamped", o.track.figures().getFirst().name());
    assertEquals(beyond, o.track.figures().getFirst().value());
    float[] y = o.decode(0, 0, 64);
    for (int i = 0; i < y.length; i++) {
      assertEquals(Math.copySign(65504f, x[i]), y[i], 300);
    }
    o.fork();
    assertEquals(beyond, o.track.figures().getFirst().value());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void constantsDecodeToThemselves(Case c) {
    for (float v : new float[] {0, 1, -1, 100, -7.5f, 100.03f, 65504, -65504, 1e-7f, -1e-7f}) {
      float[] x = new float[64 * DIM];
      Arrays.fill(x, v);
      Opened o = open(c).append(0, x);
      float ulp = Math.max(0x1p-24f, Math.ulp(v) * (1 << 13));
      for (float y : o.decode(0, 0, 64)) {
        assertEquals(v, y, ulp);
      }
      if (Float.float16ToFloat(Float.floatToFloat16(v)) == v) {
        assertArrayEquals(x, o.decode(0, 0, 64));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void zerosStayZeros(Case c) {
    float[] x = Data.GAUSSIAN.rows(192, DIM, 4);
    Arrays.fill(x, 64 * DIM, 128 * DIM, 0f);
    x[64 * DIM + 3] = -0f;
    Opened o = open(c).append(0, x);
    assertArrayEquals(new float[64 * DIM], positive(o.decode(0, 64, 128)));
    Opened first = open(c).append(0, new float[64 * DIM]);
    assertArrayEquals(new float[64 * DIM], first.decode(0, 0, 64));
    first.append(64, Data.UNIFORM.rows(64, DIM, 5));
    for (float y : first.decode(0, 64, 128)) {
      assertTrue(Float.isFinite(y) && Math.abs(y) <= 1.01);
    }
  }

  private static float[] positive(float[] x) {
    float[] y = x.clone();
    for (int i = 0; i < y.length; i++) {
      y[i] += 0f;
    }
    return y;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aSilentChannelStaysSilent(Case c) {
    float[] x = Data.UNIFORM.rows(64, DIM, 6);
    for (int t = 0; t < 64; t++) {
      x[t * DIM + 5] = 0;
    }
    Opened o = open(c).append(0, x);
    float[] y = o.decode(0, 0, 64);
    boolean alone = c.spec().contains("axis=channel") || c.spec().equals("f16");
    alone |= c.spec().startsWith("kivi") && c.role() == Role.KEYS;
    for (int t = 0; t < 64; t++) {
      assertEquals(0, y[t * DIM + 5], alone ? 0 : 1.01);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void oneTokenIsAllOfAnOutput(Case c) {
    float[] x = Data.UNIFORM.rows(1, DIM, 7);
    Opened o = open(c).append(17, x);
    float[] out = new float[DIM];
    o.track.clearSums(1, o.scratch);
    o.track.accumulate(0, 17, 18, 1, new float[] {1}, 0, 1, o.scratch);
    o.track.finishSums(0, 1, out, 0, o.scratch);
    assertArrayEquals(o.decode(0, 17, 18), out, 1e-6f);
  }
}

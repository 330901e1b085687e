package dev.velox.nuq;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every row of the seed's Evidence table that concerns coded rows, a test named after it; those on
 * sinks and bytes of a cache are in {@link SeedCacheEvidenceTest}, those on the split in {@link
 * RanksTest}, the fit's in {@link LevelFitTest}, the benchmark's in {@link SeedFiguresTest}.
 */
class SeedEvidenceTest {
  /** The seed's rules, as far as rows are concerned. */
  static final String SEED = "kvquant:fit-tokens=0,lloyd-iters=8,outliers=threshold";

  private static float[] decoded(String spec, float[] x, int dim) {
    return Opened.one(spec, Role.KEYS, dim).through(x);
  }

  /** "NUQ lower MSE than uniform at equal bits on non-uniform data". */
  @Test
  void nuqBeatsUniformOnNonuniformData() {
    float[] x = Draw.LAPLACE.rows(256, 16, 4);
    double nuq = Draw.mse(x, Columns.nuq(x, 256, 16, 3, 0, 8));
    assertTrue(nuq < 0.6 * Draw.mse(x, Columns.uniform(x, 256, 16, 3, 0)));
  }

  /** "NUQ not materially worse than uniform on uniform data". */
  @Test
  void nuqIsNotWorseOnUniformData() {
    float[] x = Draw.UNIFORM.rows(256, 16, 50);
    double nuq = Draw.mse(x, Columns.nuq(x, 256, 16, 3, 0, 8));
    assertTrue(nuq <= Draw.mse(x, Columns.uniform(x, 256, 16, 3, 0)));
  }

  /** "Lloyd-Max distortion monotone non-increasing", as an error of decoded rows. */
  @Test
  void lloydMaxIsMonotone() {
    float[] x = Draw.LAPLACE.rows(256, 8, 1);
    double before = Double.MAX_VALUE;
    for (int sweeps = 1; sweeps <= 8; sweeps++) {
      double mse = Draw.mse(x, Columns.nuq(x, 256, 8, 3, 0, sweeps));
      assertTrue(mse <= before + 1e-5, "sweep " + sweeps);
      before = mse;
    }
  }

  /** "Outlier isolation lowers MSE on heavy tails". */
  @Test
  void outlierIsolationLowersTheError() {
    float[] x = Draw.LAPLACE.rows(256, 8, 2);
    for (int i = 0; i < 5; i++) {
      x[(20 + 40 * i) * 8 + i] = i % 2 == 0 ? 30 : -30;
    }
    double without = Draw.mse(x, decoded(SEED + ",outlier-fraction=0", x, 8));
    double with = Draw.mse(x, decoded(SEED + ",outlier-fraction=0.02", x, 8));
    assertTrue(with < 0.7 * without, with + " against " + without);
  }

  /** "outlier_fraction=0 reduces to plain NUQ": no outlier, and the levels of the plain fit. */
  @Test
  void outlierFractionZeroIsPureNuq() {
    float[] x = Draw.NORMAL.rows(128, 4, 3);
    Opened o = Opened.one(SEED + ",outlier-fraction=0,bits=2", Role.KEYS, 4);
    float[] y = o.through(x);
    assertEquals(0, o.figure("outliers"));
    assertEquals(0, o.account.bytes().outliers());
    LevelFit fit = new LevelFit(4, 128);
    for (int c = 0; c < 4; c++) {
      float[] column = new float[128];
      for (int t = 0; t < 128; t++) {
        column[t] = x[t * 4 + c];
      }
      fit.take(column.clone(), 0, 128, null);
      fit.fit(8);
      for (int t = 0; t < 128; t++) {
        float nearest = Bits16.round(fit.level(0));
        for (int j = 1; j < 4; j++) {
          float level = Bits16.round(fit.level(j));
          nearest = Math.abs(level - column[t]) < Math.abs(nearest - column[t]) ? level : nearest;
        }
        assertEquals(nearest, y[t * 4 + c]);
      }
    }
  }

  private static Map<String, byte[]> contents(Opened o) {
    Map<String, byte[]> all = new HashMap<>();
    for (TrackState.Part part : o.track.state().parts()) {
      all.put(part.name(), part.segment().toArray(ValueLayout.JAVA_BYTE));
    }
    return all;
  }

  /** "Level-table determinism" and "Determinism": every byte of two runs is the same. */
  @Test
  void levelTablesAndCodesAreDeterministic() {
    for (Role role : Role.values()) {
      float[] x = Draw.T4.rows(2 * 192, 33, 8);
      Map<String, byte[]> first = contents(new Opened("kvquant", role, 2, 33).append(0, x));
      Map<String, byte[]> second = contents(new Opened("kvquant", role, 2, 33).append(0, x));
      assertEquals(first.keySet(), second.keySet());
      first.forEach((name, bytes) -> assertArrayEquals(bytes, second.get(name), name));
    }
  }

  /** "Frozen key levels across decode + correct accumulation". */
  @Test
  void decodeKeepsTheFrozenKeyLevels() {
    Opened o = Opened.one(SEED, Role.KEYS, 16).append(0, Draw.NORMAL.rows(128, 16, 1));
    byte[] levels = contents(o).get("table/levels");
    float[] before = o.decode(0, 0, 128);
    for (int i = 0; i < 5; i++) {
      float[] shifted = Draw.NORMAL.rows(64, 16, 10 + i);
      for (int k = 0; k < shifted.length; k++) {
        shifted[k] = 3 * shifted[k] + 1;
      }
      o.append(128 + 64 * i, shifted);
    }
    assertArrayEquals(levels, contents(o).get("table/levels"));
    assertArrayEquals(before, o.decode(0, 0, 128));
    assertEquals(448, o.decode(0, 0, 448).length / 16);
  }

  /**
   * "Decode keys keep outlier protection (frozen threshold)": a spike comes back, what is below
   * not.
   */
  @Test
  void decodeKeysKeepOutlierProtection() {
    Opened o = Opened.one(SEED, Role.KEYS, 16).append(0, Draw.NORMAL.rows(128, 16, 1));
    double fit = o.figure("outliers");
    float[] later = new float[64 * 16];
    later[5 * 16 + 3] = 40.25f;
    later[9 * 16 + 7] = -77.5f;
    o.append(128, later);
    float[] y = o.decode(0, 128, 192);
    assertEquals(40.25f, y[5 * 16 + 3]);
    assertEquals(-77.5f, y[9 * 16 + 7]);
    assertEquals(16, fit);
    assertEquals(fit + 2, o.figure("outliers"));
  }

  /** "Outlier split exact under ties", at decode: a channel at its threshold is no outlier. */
  @Test
  void aConstantChannelGivesExactlyKAndNoneLater() {
    float[] x = new float[128 * 4];
    Arrays.fill(x, 2.5f);
    Opened o = Opened.one(SEED + ",outlier-fraction=0.1", Role.KEYS, 4).append(0, x);
    assertEquals(4 * 13, o.figure("outliers"));
    o.append(128, Arrays.copyOf(x, 64 * 4));
    assertEquals(4 * 13, o.figure("outliers"));
    for (float y : o.decode(0, 0, 192)) {
      assertEquals(2.5f, y);
    }
    Opened ranked =
        Opened.one("kvquant:outliers=rank,outlier-fraction=0.1", Role.KEYS, 4).append(0, x);
    assertEquals(2 * 4 * 6, ranked.figure("outliers"));
    assertArrayEquals(x, ranked.decode(0, 0, 128));
  }

  /**
   * "Per-channel (key) vs per-token (value) axes": each is fine on its axis and poor on the other.
   */
  @Test
  void keysGoByChannelAndValuesByToken() {
    float[] base = Draw.NORMAL.rows(128, 64, 12);
    float[] channels = base.clone();
    float[] tokens = base.clone();
    for (int t = 0; t < 128; t++) {
      for (int c = 0; c < 64; c++) {
        channels[t * 64 + c] *= (float) StrictMath.pow(2, c % 8 - 4);
        tokens[t * 64 + c] *= (float) StrictMath.pow(2, t % 8 - 4);
      }
    }
    String spec = "kvquant:bits=4,outlier-fraction=0";
    assertTrue(smallest(channels, Role.KEYS, spec, true) < 0.03);
    assertTrue(smallest(tokens, Role.VALUES, spec, false) < 0.03);
    assertTrue(smallest(channels, Role.VALUES, spec, true) > 0.3);
    assertTrue(smallest(tokens, Role.KEYS, spec, false) > 0.3);
  }

  /** The error of the channels, or tokens, of the smallest scale, as a share of their energy. */
  private static double smallest(float[] x, Role role, String spec, boolean channels) {
    float[] y = Opened.one(spec, role, 64).through(x);
    double error = 0;
    double energy = 0;
    for (int i = 0; i < x.length; i++) {
      if ((channels ? i % 64 : i / 64) % 8 == 0) {
        error += (x[i] - y[i]) * (x[i] - y[i]);
        energy += x[i] * x[i];
      }
    }
    return error / energy;
  }
}

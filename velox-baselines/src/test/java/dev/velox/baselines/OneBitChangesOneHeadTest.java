package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention reads the stored codes and nothing else: one flipped bit shows, in its head only. */
class OneBitChangesOneHeadTest {
  private static final int HEADS = 3;
  private static final int DIM = 48;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32",
        "f16",
        "uniform:bits=3",
        "uniform:axis=channel",
        "kivi:bits=2",
        "kivi:bits=5"
      })
  void inEveryHead(String spec) {
    for (Role role : Role.values()) {
      float[] rows = Data.GAUSSIAN.rows(HEADS * 128, DIM, 8);
      Opened o = new Opened(spec, role, HEADS, DIM).append(0, rows);
      Arrays.fill(rows, Float.NaN);
      for (int head = 0; head < HEADS; head++) {
        float[][] before = outputs(o, role);
        flip(o.track.state(), head);
        float[][] after = outputs(o, role);
        for (int h = 0; h < HEADS; h++) {
          if (h == head) {
            assertFalse(Arrays.equals(before[h], after[h]));
            assertFalse(Arrays.equals(before[h + HEADS], after[h + HEADS]));
          } else {
            assertArrayEquals(before[h], after[h]);
            assertArrayEquals(before[h + HEADS], after[h + HEADS]);
          }
        }
      }
    }
  }

  /** Decoded rows of every head, then its scores or sums. */
  private static float[][] outputs(Opened o, Role role) {
    float[][] outputs = new float[2 * HEADS][];
    for (int h = 0; h < HEADS; h++) {
      outputs[h] = o.decode(h, 0, 128);
      float[] out = new float[role == Role.KEYS ? 128 : DIM];
      float[] ones = new float[Math.max(128, DIM)];
      Arrays.fill(ones, 1);
      if (role == Role.KEYS) {
        o.track.prepareQueries(h, 1, ones, 0, o.scratch);
        o.track.score(h, 0, 128, 1, out, 0, 128, o.scratch);
      } else {
        o.track.clearSums(1, o.scratch);
        o.track.accumulate(h, 0, 128, 1, ones, 0, 128, o.scratch);
        o.track.finishSums(h, 1, out, 0, o.scratch);
      }
      outputs[h + HEADS] = out;
    }
    return outputs;
  }

  private static void flip(TrackState state, int head) {
    var codes = state.parts().getFirst().segment();
    long at = head * (codes.byteSize() / HEADS) + 21;
    codes.set(ValueLayout.JAVA_BYTE, at, (byte) (codes.get(ValueLayout.JAVA_BYTE, at) ^ 0x40));
  }
}

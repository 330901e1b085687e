package dev.velox.kernels.track;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.Quantizer;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A track made by the skeleton from a quantizer that keeps vectors backwards. */
class AQuantizerIsAllARowMethodNeedsTest {
  private static final int HEADS = 2;
  private static final int DIM = 5;
  private static final int ROWS = 150;

  private static final class Backwards extends QuantizerMethod {
    @Override
    public String id() {
      return "backwards";
    }

    @Override
    public String summary() {
      return "Keeps vectors backwards";
    }

    @Override
    public ConfigSchema schema(Role role) {
      return ConfigSchema.of(id());
    }

    @Override
    public Quantizer quantizer(TrackContext context) {
      return new BackwardsQuantizer(context.shape().headDim());
    }
  }

  private record BackwardsQuantizer(int dim) implements Quantizer {
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    @Override
    public int codeBytes() {
      return 4 * dim + 1;
    }

    @Override
    public int scratchFloats() {
      return dim;
    }

    private void turn(float[] x, int offset) {
      for (int i = 0; i < dim / 2; i++) {
        float first = x[offset + i];
        x[offset + i] = x[offset + dim - 1 - i];
        x[offset + dim - 1 - i] = first;
      }
    }

    @Override
    public void encode(float[] x, int xo, MemorySegment codes, long at, float[] s, int so) {
      System.arraycopy(x, xo, s, so, dim);
      turn(s, so);
      for (int i = 0; i < dim; i++) {
        codes.set(FLOAT, at + 4L * i, s[so + i]);
      }
    }

    private void load(MemorySegment codes, long at, float[] s, int so) {
      for (int i = 0; i < dim; i++) {
        s[so + i] = codes.get(FLOAT, at + 4L * i);
      }
    }

    @Override
    public void decode(MemorySegment codes, long at, float[] x, int xo, float[] s, int so) {
      load(codes, at, x, xo);
      turn(x, xo);
    }

    @Override
    public void prepareQuery(float[] query, int offset) {
      turn(query, offset);
    }

    @Override
    public void dot(
        int queries,
        float[] q,
        int qo,
        MemorySegment codes,
        long at,
        float[] scores,
        int o,
        int stride,
        float[] s,
        int so) {
      load(codes, at, s, so);
      for (int j = 0; j < queries; j++) {
        float sum = 0;
        for (int i = 0; i < dim; i++) {
          sum += q[qo + j * dim + i] * s[so + i];
        }
        scores[o + j * stride] = sum;
      }
    }

    @Override
    public void addScaled(
        int queries,
        float[] w,
        int wo,
        int stride,
        MemorySegment codes,
        long at,
        float[] sums,
        int o,
        float[] s,
        int so) {
      load(codes, at, s, so);
      for (int j = 0; j < queries; j++) {
        for (int i = 0; i < dim; i++) {
          sums[o + j * dim + i] += w[wo + j * stride] * s[so + i];
        }
      }
    }

    @Override
    public void finishSum(float[] sum, int offset) {
      turn(sum, offset);
    }
  }

  @Test
  void tracksComeFromTheSkeleton() {
    TestMemory memory = new TestMemory();
    TrackContext context = EchoTrack.context(HEADS, DIM, memory);
    Backwards method = new Backwards();
    TrackTraits traits = method.traits(context);
    assertEquals(TrackTraits.coded(KvTrack.MAX_QUERIES * DIM + DIM), traits);
    KvTrack track = method.open(context);
    SplittableRandom random = new SplittableRandom(2);
    float[] rows = new float[HEADS * ROWS * DIM];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextDouble(-1, 1);
    }
    track.begin(9, ROWS);
    for (int h = 0; h < HEADS; h++) {
      track.encode(h, rows, h * ROWS * DIM);
    }
    assertEquals(memory.bytes(), method.plan(context, ROWS).high());
    assertEquals(3L * 64 * HEADS * (4 * DIM + 1), memory.bytes().valueCodes());
    check(track, traits, rows);
    check(method.open(context, track.state()), traits, rows);
    TrackState.Part part = track.state().parts().getFirst();
    assertEquals(ByteReport.of(ByteRole.VALUE_CODES, part.segment().byteSize()), part.bytes());
  }

  private static void check(KvTrack track, TrackTraits traits, float[] rows) {
    TrackScratch scratch = new TrackScratch(traits.scratchFloats(), traits.scratchBytes());
    float[] q = {1, 2, 3, 4, 5, 5, 4, 3, 2, 1};
    float[] decoded = new float[ROWS * DIM];
    float[] scores = new float[2 * ROWS];
    float[] out = new float[2 * DIM];
    float[] weights = new float[2 * ROWS];
    weights[70] = 2;
    weights[ROWS + 149] = 3;
    for (int h = 0; h < HEADS; h++) {
      int head = h * ROWS * DIM;
      track.decode(h, 9, 9 + ROWS, decoded, 0, scratch);
      assertArrayEquals(Arrays.copyOfRange(rows, head, head + ROWS * DIM), decoded);
      track.prepareQueries(h, 2, q, 0, scratch);
      track.score(h, 9, 9 + ROWS, 2, scores, 0, ROWS, scratch);
      for (int t = 0; t < ROWS; t++) {
        for (int j = 0; j < 2; j++) {
          float expected = 0;
          for (int c = 0; c < DIM; c++) {
            expected += q[j * DIM + c] * decoded[t * DIM + c];
          }
          assertEquals(expected, scores[j * ROWS + t], 1e-5f);
        }
      }
      Arrays.fill(out, 0);
      track.clearSums(2, scratch);
      track.accumulate(h, 9, 9 + ROWS, 2, weights, 0, ROWS, scratch);
      track.finishSums(h, 2, out, 0, scratch);
      for (int c = 0; c < DIM; c++) {
        assertEquals(2 * decoded[70 * DIM + c], out[c], 1e-6f);
        assertEquals(3 * decoded[149 * DIM + c], out[DIM + c], 1e-6f);
      }
    }
  }
}

package dev.velox.tck;

import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import java.util.Arrays;

/**
 * Laws of a track alone: scores are dot products with the rows as decoded, sums are weighted sums
 * of them; for any range of positions, number of queries, offset and stride.
 */
final class TrackArithmetic {
  private static final double TOLERANCE = 1e-4;

  private TrackArithmetic() {}

  static void followsDecodedRows(Subject subject) {
    for (Role role : subject.roles()) {
      for (int i = 0; i < 2; i++) {
        Case drawn = Case.draw(subject, 1300 + i);
        KvShape s = drawn.shape();
        Case example =
            drawn.withShape(new KvShape(1, s.kvHeads(), s.queryHeads(), s.headDim(), 4096));
        Dice dice = new Dice(example.seed());
        try (TrackRig rig = new TrackRig(example, role)) {
          rig.begin(dice.of(0, 3, 64));
          rig.append(2 * KvTrack.BLOCK);
          rig.trim(rig.end() - dice.of(0, 1, 31, 70));
          rig.append(KvTrack.BLOCK);
          for (int n = 1; n <= KvTrack.MAX_QUERIES; n++) {
            int from = dice.between(rig.start(), rig.end() - 1);
            int to = dice.between(from, rig.end());
            int head = dice.below(s.kvHeads());
            if (role == Role.KEYS) {
              scores(rig, dice, head, from, to, n);
              scores(rig, dice, head, rig.start(), rig.end(), n);
            } else {
              sums(rig, dice, head, from, to, n);
              sums(rig, dice, head, rig.start(), rig.end(), n);
            }
          }
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(
              role.label() + " track: " + e.getMessage() + "\n  " + example, e);
        }
      }
    }
  }

  private static void scores(TrackRig rig, Dice dice, int head, int from, int to, int queries) {
    int d = rig.shape().headDim();
    int margin = TrackRig.margin();
    int rows = to - from;
    int stride = rows + dice.below(4);
    float[] decoded = rig.decoded(head, from, to);
    float[] q = TrackRig.marked(queries * d);
    for (int i = 0; i < queries * d; i++) {
      q[margin + i] = Noise.normal(rig.example.seed() ^ 5, i) / 4;
    }
    float[] before = q.clone();
    float[] out = TrackRig.marked(queries * stride);
    TrackScratch scratch = rig.scratch();
    rig.track.prepareQueries(head, queries, q, margin, scratch);
    Claim.sameBits(before, q, "queries after prepareQueries");
    Arrays.fill(q, Float.NaN);
    rig.track.score(head, from, to, queries, out, margin, stride, scratch);
    rig.untouched(scratch, "score");
    float[] found = TrackRig.inside(out, "score");
    for (int j = 0; j < queries; j++) {
      for (int t = 0; t < stride; t++) {
        float score = found[j * stride + t];
        if (t >= rows) {
          Claim.that(TrackRig.isMark(score), () -> "score wrote between two queries' scores");
          continue;
        }
        double dot = 0;
        double size = 0;
        for (int c = 0; c < d; c++) {
          double product = (double) before[margin + j * d + c] * decoded[t * d + c];
          dot += product;
          size += Math.abs(product);
        }
        if (!(Math.abs(score - dot) <= TOLERANCE * Math.max(size, 1e-3))) {
          throw new AssertionError(
              "score of query "
                  + j
                  + " of "
                  + queries
                  + " with row "
                  + (from + t)
                  + " in ["
                  + from
                  + ", "
                  + to
                  + ") of head "
                  + head
                  + " is "
                  + score
                  + ", the dot product with the decoded row is "
                  + dot);
        }
      }
    }
  }

  private static void sums(TrackRig rig, Dice dice, int head, int from, int to, int queries) {
    int d = rig.shape().headDim();
    int margin = TrackRig.margin();
    int rows = to - from;
    int stride = rows + dice.below(4);
    float[] decoded = rig.decoded(head, from, to);
    float[] weights = TrackRig.marked(queries * stride);
    for (int i = 0; i < queries * stride; i++) {
      weights[margin + i] = (float) Noise.uniform(rig.example.seed() ^ 6, i);
    }
    float[] before = weights.clone();
    float[] out = TrackRig.marked(queries * d);
    Arrays.fill(out, margin, margin + queries * d, 2f);
    TrackScratch scratch = rig.scratch();
    int middle = from + dice.below(rows + 1);
    rig.track.clearSums(queries, scratch);
    rig.track.accumulate(head, from, middle, queries, weights, margin, stride, scratch);
    int rest = margin + middle - from;
    rig.track.accumulate(head, middle, to, queries, weights, rest, stride, scratch);
    rig.track.finishSums(head, queries, out, margin, scratch);
    rig.untouched(scratch, "accumulate");
    Claim.sameBits(before, weights, "weights after accumulate");
    float[] found = TrackRig.inside(out, "finishSums");
    for (int j = 0; j < queries; j++) {
      for (int c = 0; c < d; c++) {
        double sum = 2;
        double size = 2;
        for (int t = 0; t < rows; t++) {
          double product = (double) before[margin + j * stride + t] * decoded[t * d + c];
          sum += product;
          size += Math.abs(product);
        }
        float given = found[j * d + c];
        if (!(Math.abs(given - sum) <= TOLERANCE * size)) {
          throw new AssertionError(
              "sum of query "
                  + j
                  + " of "
                  + queries
                  + " over ["
                  + from
                  + ", "
                  + to
                  + ") of head "
                  + head
                  + ", channel "
                  + c
                  + " is "
                  + given
                  + ", over the decoded rows it is "
                  + sum);
        }
      }
    }
  }
}

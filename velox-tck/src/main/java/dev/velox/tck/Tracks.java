package dev.velox.tck;

import dev.velox.api.ByteReport;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Laws of a track alone: memory, state, cuts, and what it may keep. */
final class Tracks {
  private Tracks() {}

  private interface Check {
    void run(TrackRig rig, Dice dice);
  }

  private static void each(Subject subject, long seed, Check check) {
    for (Role role : subject.roles()) {
      for (int i = 0; i < 2; i++) {
        Case drawn = Case.draw(subject, seed + i);
        KvShape s = drawn.shape();
        Case example =
            drawn.withShape(new KvShape(1, s.kvHeads(), s.queryHeads(), s.headDim(), 4096));
        try (TrackRig rig = new TrackRig(example, role)) {
          check.run(rig, new Dice(example.seed()));
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(
              role.label() + " track: " + e.getMessage() + "\n  " + example, e);
        }
      }
    }
  }

  /** Memory is taken in begin only, listed in state, said by the plan, and given back. */
  static void keepTheirBooks(Subject subject) {
    each(
        subject,
        1200,
        (rig, dice) -> {
          rig.booksAreRight("when opened");
          rig.planIsRight("when opened");
          rig.begin(dice.of(0, 1, 5, 70));
          for (int i = 0; i < 4; i++) {
            rig.booksAreRight("after " + i + " more blocks");
            rig.planIsRight("after " + i + " more blocks");
            rig.append(KvTrack.BLOCK);
          }
          rig.trim(rig.start() + rig.firstRows() + KvTrack.BLOCK);
          rig.planIsRight("after a trim to whole blocks");
          rig.trim(rig.end() - dice.between(1, 100));
          rig.booksAreRight("after trim");
          rig.append(KvTrack.BLOCK);
          rig.forget(rig.start() + KvTrack.BLOCK);
          rig.booksAreRight("after forget");
          rig.clear();
          Claim.equal(Map.of(), rig.memory.segments(), "segments held after clear");
          rig.booksAreRight("after clear");
          rig.begin(3);
          rig.planIsRight("after clear and new rows");
        });
  }

  /** A track opened from a copy of the state is the same track, now and later. */
  static void openFromTheirState(Subject subject) {
    each(
        subject,
        1210,
        (rig, dice) -> {
          same(rig, rig.copy(), "empty");
          rig.begin(dice.of(0, 4));
          rig.append(KvTrack.BLOCK);
          same(rig, rig.copy(), "grown");
          rig.append(KvTrack.BLOCK);
          rig.trim(rig.end() - dice.of(1, 17, 63, 64, 65, 90));
          same(rig, rig.copy(), "trimmed");
          rig.append(KvTrack.BLOCK);
          same(rig, rig.copy(), "grown after a trim");
          rig.forget(rig.start() + KvTrack.BLOCK);
          same(rig, rig.copy(), "after forget");
        });
  }

  private static void same(TrackRig rig, TrackRig copy, String when) {
    try (copy) {
      equal(rig.decoded(), copy.decoded(), "rows of a track opened from its state, " + when);
      Claim.equal(rig.memory.bytes(), copy.memory.bytes(), "bytes of it, " + when);
      copy.booksAreRight("opened from its state, " + when);
      if (rig.start() >= 0) {
        List<float[]> before = rig.decoded();
        try (TrackRig other = rig.copy()) {
          other.append(KvTrack.BLOCK);
          copy.append(KvTrack.BLOCK);
          equal(other.decoded(), copy.decoded(), "later rows of two such tracks, " + when);
        }
        copy.trim(copy.start() + 1);
        equal(before, rig.decoded(), "rows after a copy was changed, " + when);
      }
    }
  }

  private static void equal(List<float[]> expected, List<float[]> found, String what) {
    for (int h = 0; h < expected.size(); h++) {
      Claim.sameBits(expected.get(h), found.get(h), what + ", head " + h);
    }
  }

  /** Any cut keeps the rows before it bit for bit, and rows appended after it follow them. */
  static void keepThePrefix(Subject subject) {
    each(
        subject,
        1220,
        (rig, dice) -> {
          rig.begin(dice.of(0, 2));
          rig.append(2 * KvTrack.BLOCK);
          for (int i = 0; i < 12; i++) {
            int keep = Math.max(rig.start() + 1, rig.end() - dice.of(0, 1, 2, 63, 64, 65, 100));
            List<float[]> before = heads(rig, keep);
            rig.trim(keep);
            equal(before, rig.decoded(), "rows before a trim to " + keep);
            rig.append(dice.of(KvTrack.BLOCK, KvTrack.BLOCK, 2 * KvTrack.BLOCK));
            equal(before, heads(rig, keep), "rows before a trim, after new rows");
            distinct(rig, keep);
          }
          int later = rig.start() + KvTrack.BLOCK;
          List<float[]> rest = rig.decoded();
          rig.forget(later - 1);
          rig.forget(later);
          int d = rig.shape().headDim();
          for (int h = 0; h < rest.size(); h++) {
            float[] all = rest.get(h);
            float[] kept = Arrays.copyOfRange(all, KvTrack.BLOCK * d, all.length);
            Claim.sameBits(kept, rig.decoded(h), "rows that were not forgotten, head " + h);
          }
        });
  }

  private static List<float[]> heads(TrackRig rig, int to) {
    List<float[]> all = new ArrayList<>();
    for (int h = 0; h < rig.shape().kvHeads(); h++) {
      all.add(rig.decoded(h, rig.start(), to));
    }
    return all;
  }

  /** New rows are not the ones that stood there before, nor the row before them. */
  private static void distinct(TrackRig rig, int at) {
    int d = rig.shape().headDim();
    if (d >= 32) {
      float[] two = rig.decoded(0, at - 1, at + 1);
      boolean differ = false;
      for (int c = 0; c < d; c++) {
        differ |= two[c] != two[d + c];
      }
      boolean distinct = differ;
      Claim.that(distinct, () -> "rows " + (at - 1) + " and " + at + " decode alike");
    }
  }

  /** Segments a fork holds too are never written, whatever the track does. */
  static void leaveSharedSegmentsAlone(Subject subject) {
    each(
        subject,
        1230,
        (rig, dice) -> {
          rig.begin(dice.of(0, 3));
          rig.append(2 * KvTrack.BLOCK);
          rig.trim(rig.end() - dice.of(0, 5, 70));
          Map<Long, MemorySegment> segments = rig.memory.segments();
          rig.memory.shareAll();
          rig.trim(rig.end() - dice.of(1, 20));
          rig.memory.sharedAreUntouched(segments, "by trim");
          rig.append(KvTrack.BLOCK);
          rig.memory.sharedAreUntouched(segments, "by append");
          rig.decoded();
          rig.forget(rig.start() + KvTrack.BLOCK);
          rig.memory.sharedAreUntouched(segments, "by forget");
          rig.clear();
          rig.memory.sharedAreUntouched(segments, "by clear");
        });
  }

  /** What a track keeps on the heap does not grow with its rows, and holds no frozen table. */
  static void keepNothingOnTheHeap(Subject subject) {
    each(
        subject,
        1240,
        (rig, dice) -> {
          long empty = HeapWalk.primitiveBytes(rig.track);
          rig.begin(0);
          long few = HeapWalk.primitiveBytes(rig.track);
          int blocks = rig.firstRows() / KvTrack.BLOCK;
          bounded(few - empty, blocks, "the first rows");
          rig.append(20 * KvTrack.BLOCK);
          bounded(HeapWalk.primitiveBytes(rig.track) - few, 20, "20 more blocks");
          Claim.that(!rig.memory.bytes().equals(ByteReport.ZERO), () -> "21 blocks take no memory");
        });
  }

  private static void bounded(long grown, int blocks, String what) {
    long allowed = 64L * blocks;
    Claim.that(
        grown <= allowed,
        () ->
            "primitive arrays kept on the heap grew by "
                + grown
                + " bytes with "
                + what
                + "; take tables and codes from KvMemory");
  }
}

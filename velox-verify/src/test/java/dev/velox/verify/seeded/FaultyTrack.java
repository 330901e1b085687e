package dev.velox.verify.seeded;

import dev.velox.api.ByteRole;
import dev.velox.api.ConfigException;
import dev.velox.api.Figure;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A track that passes every call on, but for one planted fault. */
final class FaultyTrack implements KvTrack {
  private final KvTrack track;
  private final Fault fault;
  private final KvMemory memory;
  private final int dim;
  private final List<float[]> keptRows = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private int start = -1;
  private int count;

  FaultyTrack(KvTrack track, Fault fault, KvMemory memory, int dim) {
    this.track = track;
    this.fault = fault;
    this.memory = memory;
    this.dim = dim;
  }

  @Override
  public void begin(int position, int rows) {
    if (fault == Fault.REFUSES_LATE && dim % 16 != 0) {
      throw new ConfigException("faulty", "head-dim", dim, "must be a multiple of 16");
    }
    start = start < 0 ? position : start;
    count = rows;
    track.begin(position, rows);
  }

  @Override
  public void encode(int kvHead, float[] rows, int offset) {
    if (fault == Fault.ALLOCATES_IN_ENCODE) {
      memory.release(memory.allocate(ByteRole.PARAMETERS, 8));
    }
    if (fault == Fault.KEEPS_ROWS_ON_THE_HEAP) {
      keptRows.add(Arrays.copyOfRange(rows, offset, offset + count * dim));
    }
    if (fault == Fault.ROWS_ONE_LATE) {
      System.arraycopy(rows, offset, rows, offset + dim, (count - 1) * dim);
    }
    if (fault == Fault.READS_ROWS_LATER) {
      later.add(() -> track.encode(kvHead, rows, offset));
      return;
    }
    track.encode(kvHead, rows, offset);
  }

  private void catchUp() {
    later.forEach(Runnable::run);
    later.clear();
  }

  private int head(int kvHead) {
    return fault == Fault.WRONG_HEAD ? 0 : kvHead;
  }

  @Override
  public void prepareQueries(
      int kvHead, int queries, float[] q, int qOffset, TrackScratch scratch) {
    track.prepareQueries(kvHead, queries, q, qOffset, scratch);
  }

  @Override
  public void score(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] scores,
      int offset,
      int stride,
      TrackScratch scratch) {
    catchUp();
    int head = fault == Fault.SCORES_ANOTHER_HEAD ? 0 : head(kvHead);
    track.score(head, from, to, queries, scores, offset, stride, scratch);
    if (fault == Fault.SCORE_WRITES_BEYOND) {
      scores[offset + (queries - 1) * stride + to - from] = 0;
    }
    if (fault == Fault.OFF_BY_ONE_AT_BLOCK_EDGE) {
      for (int t = from + 1; t < to; t++) {
        for (int j = 0; (t - start) % BLOCK == 0 && j < queries; j++) {
          int at = offset + j * stride + t - from;
          scores[at] = scores[at - 1];
        }
      }
    }
  }

  @Override
  public void clearSums(int queries, TrackScratch scratch) {
    track.clearSums(queries, scratch);
  }

  @Override
  public void accumulate(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      TrackScratch scratch) {
    catchUp();
    int end = fault == Fault.SUM_SKIPS_LAST_ROW ? Math.max(from, to - 1) : to;
    track.accumulate(head(kvHead), from, end, queries, weights, offset, stride, scratch);
  }

  @Override
  public void finishSums(int kvHead, int queries, float[] out, int offset, TrackScratch scratch) {
    if (fault == Fault.SUM_OVERWRITES) {
      Arrays.fill(out, offset, offset + queries * dim, 0);
    }
    track.finishSums(kvHead, queries, out, offset, scratch);
  }

  @Override
  public void decode(int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch) {
    catchUp();
    track.decode(head(kvHead), from, to, rows, offset, scratch);
  }

  @Override
  public void trim(int position) {
    switch (fault) {
      case TRIM_DOES_NOTHING -> {}
      case TRIM_KEEPS_ONE_MORE -> track.trim(position + 1);
      case TRIM_CLEARS_SHARED_BLOCKS, TRIM_CLEARS_SHARED_SEGMENTS -> {
        track.trim(position);
        List<TrackState.Part> left = track.state().parts();
        if (!left.isEmpty()) {
          MemorySegment last = left.getLast().segment();
          long at = last.byteSize() - 1;
          last.set(ValueLayout.JAVA_BYTE, at, (byte) ~last.get(ValueLayout.JAVA_BYTE, at));
        }
      }
      default -> track.trim(position);
    }
  }

  @Override
  public void forget(int position) {
    track.forget(fault == Fault.FORGET_DROPS_ONE_MORE ? position + BLOCK : position);
  }

  @Override
  public void clear() {
    if (fault == Fault.CLEAR_KEEPS_A_BLOCK && start >= 0) {
      track.trim(start + 1);
    } else {
      track.clear();
    }
    start = -1;
  }

  @Override
  public TrackState state() {
    TrackState state = track.state();
    List<TrackState.Part> parts = new ArrayList<>(state.parts());
    if (!parts.isEmpty() && fault == Fault.STATE_MISSES_A_SEGMENT) {
      parts.removeLast();
    }
    if (fault == Fault.STATE_NAMES_ANOTHER_ROLE) {
      parts.replaceAll(p -> new TrackState.Part(p.name(), ByteRole.OUTLIERS, p.segment()));
    }
    return new TrackState(parts, state.numbers());
  }

  @Override
  public List<Figure> figures() {
    return track.figures();
  }
}

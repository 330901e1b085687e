package dev.velox.cache;

import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.WeightedFit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All rows of one role in one layer: exact sinks, codes in a track, exact tail (open block and
 * window).
 */
final class RoleRows {
  private final RoleRecipe recipe;
  private final KvShape shape;
  private final KvMemory memory;
  private final int sinkRows;
  private final ExactRows sinks;
  private final ExactRows tail;
  private final KvTrack track;
  private final @Nullable Mean mean;
  private final DataWarnings warnings;
  private long clamped;

  RoleRows(RoleRecipe recipe, int sinkRows, KvMemory memory, @Nullable RopePhases phases) {
    this(recipe, sinkRows, memory, phases, recipe.open(memory));
  }

  private RoleRows(
      RoleRecipe recipe,
      int sinkRows,
      KvMemory memory,
      @Nullable RopePhases phases,
      KvTrack track) {
    this.recipe = recipe;
    this.shape = recipe.template().shape();
    this.memory = memory;
    this.sinkRows = sinkRows;
    this.sinks = new ExactRows(recipe.exact(), shape, sinkRows, memory);
    this.tail = new ExactRows(recipe.exact(), shape, ExactRows.PAGE, memory);
    this.track = track;
    this.warnings = new DataWarnings(recipe);
    this.mean =
        recipe.centred() ? new Mean(shape, recipe.role() == Role.KEYS ? phases : null) : null;
  }

  /** Rows that were held before, by a fork's parent or in a snapshot; the segments are its own. */
  RoleRows(
      RoleRecipe recipe,
      int sinkRows,
      KvMemory memory,
      @Nullable RopePhases phases,
      RoleState state) {
    this(recipe, sinkRows, memory, phases, recipe.open(memory, state.track()));
    sinks.adopt(state.sinks());
    tail.adopt(state.tail());
    clamped = state.clamped();
    if (mean != null && state.mean() != null) {
      mean.adopt(state.mean());
    }
  }

  RoleState state() {
    MemorySegment taken = mean == null ? null : mean.segment();
    return new RoleState(clamped, sinks.segments(), tail.segments(), taken, track.state());
  }

  /** An independent copy: codes and means shared, exact rows copied. */
  RoleRows fork(KvMemory into, @Nullable RopePhases phases) {
    RoleState state = state();
    for (TrackState.Part part : state.track().parts()) {
      into.retain(part.segment());
    }
    if (state.mean() != null) {
      into.retain(state.mean());
    }
    RoleState copy =
        new RoleState(
            clamped,
            ExactRows.copies(state.sinks(), into),
            ExactRows.copies(state.tail(), into),
            state.mean(),
            state.track());
    return new RoleRows(recipe, sinkRows, into, phases, copy);
  }

  KvTrack track() {
    return track;
  }

  @Nullable Mean mean() {
    return mean;
  }

  ExactRows sinks() {
    return sinks;
  }

  ExactRows tail() {
    return tail;
  }

  long clamped() {
    return clamped;
  }

  RoleRecipe recipe() {
    return recipe;
  }

  void storeSink(int row, float[] rows, int offset) {
    count(sinks.store(row, rows, offset));
  }

  void storeTail(int row, float[] rows, int offset) {
    count(tail.store(row, rows, offset));
  }

  private void count(int clampedNow) {
    if (clampedNow > 0) {
      clamped += clampedNow;
      warnings.clamped(clampedNow);
    }
  }

  /** Where rows to be coded come from: writes one head's rows {@code [count][channel]}. */
  @FunctionalInterface
  interface Source {
    void load(int kvHead, float[] rows);
  }

  /** Turns the first rows of the tail into codes; they start at {@code position}. */
  void seal(int position, int count, boolean first, WriterScratch scratch) {
    float[] rows = begin(position, count, first, scratch);
    for (int h = 0; h < shape.kvHeads(); h++) {
      tail.load(h, 0, count, rows, 0);
      encode(h, position, count, first, rows, null, scratch);
    }
    tail.dropFirst(count);
  }

  /** Turns rows that never were in the tail into codes. */
  void code(int position, int count, boolean first, Source source, WriterScratch scratch) {
    code(position, count, first, source, null, scratch);
  }

  /** As above, tables fitted by weights {@code [kvHead][count]} where the track takes them. */
  void code(
      int position,
      int count,
      boolean first,
      Source source,
      float @Nullable [] weights,
      WriterScratch scratch) {
    float[] rows = begin(position, count, first, scratch);
    for (int h = 0; h < shape.kvHeads(); h++) {
      source.load(h, rows);
      encode(h, position, count, first, rows, weights, scratch);
    }
  }

  /** Whether weights of fit rows reach its tables. */
  boolean takesWeights() {
    return track instanceof WeightedFit;
  }

  private float[] begin(int position, int count, boolean first, WriterScratch scratch) {
    if (mean != null && first) {
      mean.allocate(memory);
    }
    track.begin(position, count);
    return scratch.rows(Math.multiplyExact(count, shape.headDim()));
  }

  private void encode(
      int kvHead,
      int position,
      int count,
      boolean first,
      float[] rows,
      float @Nullable [] weights,
      WriterScratch scratch) {
    if (mean != null) {
      if (first) {
        mean.take(kvHead, position, Math.min(count, Mean.ROWS), rows, scratch.mean());
      }
      mean.add(kvHead, -1, position, rows, 0, count, scratch.mean());
    } else if (first) {
      warnings.uncentred(kvHead, position, count, rows);
    }
    if (weights != null && track instanceof WeightedFit weighted) {
      weighted.encode(kvHead, rows, 0, weights, kvHead * count);
    } else {
      track.encode(kvHead, rows, 0);
    }
  }

  /** Decodes coded rows of one head, mean given back. */
  void decode(
      int kvHead, int from, int to, float[] rows, int offset, TrackScratch scratch, float[] means) {
    track.decode(kvHead, from, to, rows, offset, scratch);
    if (mean != null) {
      mean.add(kvHead, 1, from, rows, offset, to - from, means);
    }
  }

  void trimCodes(int position) {
    track.trim(position);
  }

  /** Drops everything, tables and mean included. */
  void clear() {
    track.clear();
    sinks.truncate(0);
    tail.truncate(0);
    if (mean != null) {
      mean.release(memory);
    }
  }

  /** Every segment that can be reached, for the audit. */
  List<TrackState.Part> parts() {
    RoleState state = state();
    List<TrackState.Part> parts = new ArrayList<>(state.track().parts());
    state.sinks().forEach(s -> parts.add(part("sinks", s)));
    state.tail().forEach(s -> parts.add(part("tail", s)));
    if (state.mean() != null) {
      parts.add(new TrackState.Part("mean", ByteRole.TABLES, state.mean()));
    }
    return parts;
  }

  private static TrackState.Part part(String name, MemorySegment segment) {
    return new TrackState.Part(name, ByteRole.EXACT, segment);
  }
}

package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.TrimException;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackScratch;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one layer, keys and values in step: where sinks end, where codes end, how many there
 * are.
 */
final class LayerRows {
  private final LayerRecipe recipe;
  private final RoleRows keys;
  private final RoleRows values;
  private final WriterScratch scratch;
  private int length;
  private int codedEnd;
  private boolean sealed;
  private int forgotten;
  private int tidied;
  private int firstStep;

  LayerRows(
      LayerRecipe recipe, KvMemory memory, @Nullable RopePhases phases, WriterScratch scratch) {
    this(
        recipe,
        new RoleRows(recipe.keys(), recipe.frontier().sinks(), memory, phases),
        new RoleRows(recipe.values(), recipe.frontier().sinks(), memory, null),
        LayerState.empty(recipe),
        scratch);
  }

  /** Rows that were held before, by a fork's parent or in a snapshot. */
  LayerRows(
      LayerRecipe recipe, RoleRows keys, RoleRows values, LayerState state, WriterScratch scratch) {
    this.recipe = recipe;
    this.keys = keys;
    this.values = values;
    this.scratch = scratch;
    set(state);
  }

  private void set(LayerState state) {
    length = state.length();
    codedEnd = state.codedEnd();
    sealed = state.sealed();
    forgotten = state.forgotten();
    firstStep = state.firstStep();
  }

  LayerState state() {
    return new LayerState(length, codedEnd, sealed, forgotten, firstStep);
  }

  LayerRows fork(KvMemory into, @Nullable RopePhases phases, WriterScratch scratch) {
    return new LayerRows(
        recipe, keys.fork(into, phases), values.fork(into, null), state(), scratch);
  }

  int length() {
    return length;
  }

  int dim() {
    return recipe.shape().headDim();
  }

  int group() {
    return recipe.shape().groupSize();
  }

  int queryRow() {
    return recipe.shape().queryHeads() * recipe.shape().headDim();
  }

  AttentionSpec attention() {
    return recipe.attention();
  }

  LayerRecipe recipe() {
    return recipe;
  }

  RoleRows keys() {
    return keys;
  }

  RoleRows values() {
    return values;
  }

  int sinkRows() {
    return recipe.frontier().sinks();
  }

  RoleRows role(Role role) {
    return role == Role.KEYS ? keys : values;
  }

  /** One past the last coded position, or the length while all rows fit the sinks. */
  int frontier() {
    return Math.min(length, codedEnd);
  }

  /** The position of the tail's first row. */
  int tailStart() {
    return codedEnd;
  }

  /** Rows that can be appended, in any calls, before any is coded. */
  int rowsUntilSeal() {
    boolean open = recipe.sealsAll() && !sealed && firstStep == Integer.MAX_VALUE;
    return rowsUntil(open ? Math.max(KvTrack.BLOCK, recipe.frontier().fitRows()) : step());
  }

  private int rowsUntil(long step) {
    long sinksLeft = Math.max(0, sinkRows() - length);
    long tail = Math.max(0, length - codedEnd);
    long rows = sinksLeft + recipe.frontier().window() + step - tail;
    return Math.clamp(rows, 0, Integer.MAX_VALUE);
  }

  private long step() {
    return sealed ? KvTrack.BLOCK : firstStep;
  }

  /** Rows that an append of so many tokens will turn into codes. */
  private int willSeal(int tokens) {
    long ready = (long) length + tokens - 1 - recipe.frontier().window() - codedEnd;
    if (ready < step()) {
      return 0;
    }
    long first = step();
    return (int) (first + (ready - first) / KvTrack.BLOCK * KvTrack.BLOCK);
  }

  /** Settles the size of the first sealing where a method fits on its first append. */
  void announce(int tokens) {
    if (recipe.sealsAll() && !sealed) {
      firstStep = recipe.frontier().allReady(length + tokens);
    }
  }

  /** The most bytes that appending so many tokens can add at any moment. */
  long reserve(int tokens) {
    int seals = willSeal(tokens);
    long tailPeak =
        Math.min(
            (long) length + tokens - Math.min(codedEnd, length),
            recipe.frontier().window() + Math.max(step(), KvTrack.BLOCK));
    return reserve(keys, seals, (int) tailPeak) + reserve(values, seals, (int) tailPeak);
  }

  private long reserve(RoleRows role, int seals, int tailPeak) {
    RoleRecipe r = role.recipe();
    KvShape shape = recipe.shape();
    long bytes =
        Math.max(
            0, ExactRows.bytes(r.exact(), shape, ExactRows.PAGE, tailPeak) - role.tail().bytes());
    if (sinkRows() > 0 && length < sinkRows()) {
      bytes += ExactRows.bytes(r.exact(), shape, sinkRows(), sinkRows()) - role.sinks().bytes();
    }
    if (seals > 0) {
      int held = sealed ? Math.max(KvTrack.BLOCK, recipe.frontier().fitRows()) : 0;
      PlanReport after = r.method().plan(r.template(), held + seals);
      PlanReport before = r.method().plan(r.template(), held);
      bytes += after.high().resident() - before.low().resident();
      bytes += r.centred() && !sealed ? Mean.bytes(shape) : 0;
    }
    return bytes;
  }

  /** Stores rows up to the next sealing, sealing first if that is due; returns how many. */
  int add(float[] k, int kOffset, float[] v, int vOffset, int tokens) {
    int room = rowsUntil(step());
    if (room == 0) {
      seal();
      room = rowsUntil(step());
    }
    int count = Math.min(tokens, room);
    int row = recipe.shape().rowFloats();
    for (int i = 0; i < count; i++) {
      if (length < sinkRows()) {
        keys.storeSink(length, k, kOffset + i * row);
        values.storeSink(length, v, vOffset + i * row);
      } else {
        keys.storeTail(length - codedEnd, k, kOffset + i * row);
        values.storeTail(length - codedEnd, v, vOffset + i * row);
      }
      length++;
    }
    return count;
  }

  private void seal() {
    int count = (int) step();
    keys.seal(codedEnd, count, !sealed, scratch);
    values.seal(codedEnd, count, !sealed, scratch);
    codedEnd += count;
    sealed = true;
  }

  /** Lets go of blocks that no later query of a sliding layer can see. */
  void forget() {
    int mark = recipe.forgotten(length);
    if (mark > forgotten) {
      keys.track().forget(Math.min(mark, codedEnd));
      values.track().forget(Math.min(mark, codedEnd));
      if (mark >= sinkRows()) {
        keys.sinks().truncate(0);
        values.sinks().truncate(0);
      }
      forgotten = mark;
    }
  }

  /** Lets the tracks lay out afresh what has been sealed since the last time. */
  void tidy() {
    if (codedEnd != tidied) {
      keys.track().tidy();
      values.track().tidy();
      tidied = codedEnd;
    }
  }

  boolean canTrim(int to) {
    return to == 0 || (to > 0 && to <= length && attention().firstVisible(to - 1) >= forgotten);
  }

  void checkTrim(int to) {
    if (to < 0 || to > length) {
      throw new TrimException(to, length, "a length to keep must be 0.." + length);
    }
    if (!canTrim(to)) {
      String forgot = "layer " + recipe.index() + " has forgotten rows before " + forgotten;
      throw new TrimException(to, length, forgot + " that its sliding window would see again");
    }
  }

  void trim(int to) {
    if (to == 0) {
      keys.clear();
      values.clear();
      set(LayerState.empty(recipe));
    } else if (to < length) {
      if (to < codedEnd && codedEnd > sinkRows()) {
        codedEnd = Math.max(to, sinkRows());
        keys.trimCodes(codedEnd);
        values.trimCodes(codedEnd);
      }
      length = to;
      int tail = Math.max(0, to - codedEnd);
      keys.tail().truncate(tail);
      values.tail().truncate(tail);
    }
  }

  /** One past the last position stored the same way as {@code position}. */
  int regionEnd(int position) {
    return position < sinkRows() ? sinkRows() : position < codedEnd ? codedEnd : Integer.MAX_VALUE;
  }

  void checkRead(int from, int to) {
    if (from < 0 || to < from || to > length) {
      throw new TrimException(to, length, "rows [" + from + ", " + to + ") are not all there");
    }
    if (from < forgotten && from < to) {
      throw new TrimException(
          from, length, "a sliding window has forgotten rows before " + forgotten);
    }
  }

  /** Reads rows of one region as floats, keys rotated, means given back. */
  void read(
      Role role,
      int kvHead,
      int from,
      int to,
      float[] rows,
      int offset,
      TrackScratch track,
      float[] small) {
    RoleRows r = role(role);
    if (from < sinkRows()) {
      r.sinks().load(kvHead, from, to, rows, offset);
    } else if (from < codedEnd) {
      r.decode(kvHead, from, to, rows, offset, track, small);
    } else {
      r.tail().load(kvHead, from - codedEnd, to - codedEnd, rows, offset);
    }
  }
}

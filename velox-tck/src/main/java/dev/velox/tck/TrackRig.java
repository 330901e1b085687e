package dev.velox.tck;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.accounting.LineMemory;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A track alone, without a cache around it: memory that is watched, arrays with margins. */
final class TrackRig implements AutoCloseable {
  private static final int MARGIN = 5;
  private static final float MARK = -7.25e33f;

  final Case example;
  final Role role;
  final TrackTraits traits;
  final CheckedMemory memory;
  final KvTrack track;
  private final Ledger ledger;
  private final Rows rows;
  private final int dim;
  private int start = -1;
  private int end;
  private long serial;

  TrackRig(Case example, Role role) {
    this.example = example;
    this.role = role;
    this.dim = example.shape().headDim();
    this.traits = example.subject().traits(role, example.shape());
    this.ledger = Ledger.unlimited();
    this.memory = memory(ledger);
    this.rows = example.rows(RowKind.PLAIN);
    memory.open(true);
    this.track = example.subject().method().open(context(memory));
    memory.open(false);
  }

  private TrackRig(TrackRig other) {
    this.example = other.example;
    this.role = other.role;
    this.dim = other.dim;
    this.traits = other.traits;
    this.ledger = Ledger.unlimited();
    this.memory = memory(ledger);
    this.rows = other.rows;
    this.start = other.start;
    this.end = other.end;
    this.serial = other.serial;
    TrackState state = other.track.state();
    List<TrackState.Part> copies = new ArrayList<>();
    memory.open(true);
    for (TrackState.Part part : state.parts()) {
      MemorySegment copy = memory.allocate(part.bytes());
      copy.copyFrom(part.segment());
      copies.add(new TrackState.Part(part.name(), part.bytes(), copy));
    }
    this.track =
        example.subject().method().open(context(memory), new TrackState(copies, state.numbers()));
    memory.open(false);
  }

  private static CheckedMemory memory(Ledger ledger) {
    Account account = ledger.account("track under test");
    return new CheckedMemory(account);
  }

  private TrackContext context(CheckedMemory memory) {
    return example.subject().context(role, example.shape(), example.attention(), memory);
  }

  /** A track opened from a copy of this one's state, in other memory. */
  TrackRig copy() {
    return new TrackRig(this);
  }

  KvShape shape() {
    return example.shape();
  }

  /** Rows of the first append: the fit rows in whole blocks, or one block. */
  int firstRows() {
    return Math.max(1, (traits.fitRows() + KvTrack.BLOCK - 1) / KvTrack.BLOCK) * KvTrack.BLOCK;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** The first append of an empty track at a position, with its fit rows. */
  void begin(int position) {
    start = position;
    end = position;
    append(firstRows());
  }

  /** Appends rows of all heads, each from the middle of an array that is spoilt at once. */
  void append(int count) {
    memory.open(true);
    track.begin(end, count);
    memory.open(sizesDependOnRows());
    for (int h = 0; h < shape().kvHeads(); h++) {
      float[] block = new float[count * dim + 2 * MARGIN];
      Arrays.fill(block, Float.NaN);
      for (int t = 0; t < count; t++) {
        float[] row = rows.row(role, 0, end + t, serial + t);
        System.arraycopy(row, h * dim, block, MARGIN + t * dim, dim);
      }
      track.encode(h, block, MARGIN);
      for (int i = 0; i < MARGIN; i++) {
        boolean kept = Float.isNaN(block[i]) && Float.isNaN(block[block.length - 1 - i]);
        Claim.that(kept, () -> "encode wrote outside the rows it was given");
      }
      Arrays.fill(block, Float.NaN);
    }
    memory.open(true);
    track.tidy();
    memory.open(false);
    serial += count;
    end += count;
  }

  /** A track whose plan is a range may take what only the rows tell while it encodes them. */
  private boolean sizesDependOnRows() {
    PlanReport plan = example.subject().method().plan(context(memory), firstRows());
    return !plan.low().equals(plan.high());
  }

  void trim(int position) {
    memory.open(true);
    track.trim(position);
    memory.open(false);
    end = position;
  }

  void forget(int position) {
    track.forget(position);
    start = position;
  }

  void clear() {
    track.clear();
    start = -1;
    end = 0;
  }

  /** Scratch of exactly the sizes asked for, with a mark behind them. */
  TrackScratch scratch() {
    TrackScratch scratch =
        new TrackScratch(
            traits.scratchFloats() + MARGIN,
            traits.scratchBytes() + MARGIN,
            LineMemory.allocate(traits.scratchTables() + MARGIN));
    Arrays.fill(scratch.floats, MARK);
    Arrays.fill(scratch.bytes, (byte) 0x5A);
    scratch.tables.fill((byte) 0x5A);
    return scratch;
  }

  void untouched(TrackScratch scratch, String call) {
    for (int i = 0; i < MARGIN; i++) {
      Claim.that(
          scratch.floats[traits.scratchFloats() + i] == MARK
              && scratch.bytes[traits.scratchBytes() + i] == 0x5A
              && scratch.tables.get(ValueLayout.JAVA_BYTE, traits.scratchTables() + i) == 0x5A,
          () -> call + " uses more scratch than the traits ask for");
    }
  }

  /** All rows held of one head. */
  float[] decoded(int head) {
    return decoded(head, start, end);
  }

  float[] decoded(int head, int from, int to) {
    float[] padded = marked((to - from) * dim);
    TrackScratch scratch = scratch();
    track.decode(head, from, to, padded, MARGIN, scratch);
    untouched(scratch, "decode");
    return inside(padded, "decode");
  }

  /** Rows of all heads, one after another. */
  List<float[]> decoded() {
    List<float[]> all = new ArrayList<>();
    for (int h = 0; h < shape().kvHeads(); h++) {
      all.add(start < 0 || start == end ? new float[0] : decoded(h));
    }
    return all;
  }

  static float[] marked(int floats) {
    float[] padded = new float[floats + 2 * MARGIN];
    Arrays.fill(padded, MARK);
    return padded;
  }

  static int margin() {
    return MARGIN;
  }

  static boolean isMark(float x) {
    return x == MARK;
  }

  static float[] inside(float[] padded, String call) {
    for (int i = 0; i < MARGIN; i++) {
      boolean kept = isMark(padded[i]) && isMark(padded[padded.length - 1 - i]);
      Claim.that(kept, () -> call + " wrote outside the place given");
    }
    return Arrays.copyOfRange(padded, MARGIN, padded.length - MARGIN);
  }

  /** The state is what is held, and what is held is what the plan says for a grown track. */
  void booksAreRight(String when) {
    memory.mustBe(track.state(), when);
  }

  void planIsRight(String when) {
    int count = start < 0 ? 0 : end - start;
    Books.within(example.subject().method().plan(context(memory), count), memory.bytes(), when);
  }

  @Override
  public void close() {
    ledger.close();
  }
}

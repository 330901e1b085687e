package dev.velox.tck;

import dev.velox.accounting.Account;
import dev.velox.api.ByteReport;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one track under test: refuses allocations outside {@code begin} (and outside {@code
 * encode}, where the plan is a range), spoils what is released, and notices writes to shared
 * segments.
 */
final class CheckedMemory implements KvMemory {
  private static final byte SPOILT = (byte) 0xFF;

  private final Account account;
  private final Map<Long, TrackState.Part> held = new LinkedHashMap<>();
  private final Map<Long, byte[]> shared = new LinkedHashMap<>();
  private boolean open;

  CheckedMemory(Account account) {
    this.account = account;
  }

  /** Whether allocations are expected now. */
  void open(boolean expected) {
    open = expected;
  }

  @Override
  public MemorySegment allocate(ByteReport bytes) {
    Claim.that(open, () -> bytes.resident() + " bytes allocated outside begin");
    MemorySegment segment = account.allocate(bytes);
    segment.fill((byte) 0);
    held.put(segment.address(), new TrackState.Part("", bytes, segment));
    return segment;
  }

  @Override
  public void retain(MemorySegment segment) {
    throw new AssertionError("a track must not retain segments, the host does");
  }

  @Override
  public void release(MemorySegment segment) {
    TrackState.Part part = held.remove(segment.address());
    Claim.that(
        part != null && part.segment().byteSize() == segment.byteSize(),
        () -> "a segment was released that was not held: " + segment);
    if (shared.containsKey(segment.address())) {
      return;
    }
    segment.fill(SPOILT);
    account.release(segment);
  }

  @Override
  public boolean shared(MemorySegment segment) {
    Claim.that(held.containsKey(segment.address()), () -> "shared() of a segment not held");
    return shared.containsKey(segment.address());
  }

  /** From now on all segments held belong to a fork as well: they must never change again. */
  void shareAll() {
    held.forEach((at, part) -> shared.put(at, part.segment().toArray(ValueLayout.JAVA_BYTE)));
    held.forEach((at, part) -> account.retain(part.segment()));
  }

  /** Shared segments hold what they held, wherever they are now. */
  void sharedAreUntouched(Map<Long, MemorySegment> segments, String when) {
    shared.forEach(
        (at, bytes) ->
            Claim.that(
                Arrays.equals(bytes, bytesOf(segments.get(at))),
                () -> "a segment shared with a fork was written, " + when));
  }

  private static byte[] bytesOf(@Nullable MemorySegment segment) {
    return segment == null ? new byte[0] : segment.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Every segment held, by address. */
  Map<Long, MemorySegment> segments() {
    Map<Long, MemorySegment> all = new LinkedHashMap<>();
    held.forEach((at, part) -> all.put(at, part.segment()));
    return all;
  }

  /** Bytes held, by role. */
  ByteReport bytes() {
    ByteReport sum = ByteReport.ZERO;
    for (TrackState.Part part : held.values()) {
      sum = sum.plus(part.bytes());
    }
    return sum;
  }

  /**
   * The state lists exactly the segments held, each once, under its roles and a name of its own.
   */
  void mustBe(TrackState state, String when) {
    Map<Long, TrackState.Part> listed = new LinkedHashMap<>();
    for (TrackState.Part part : state.parts()) {
      Claim.that(
          listed.put(part.segment().address(), part) == null,
          () -> "state() lists a segment twice: " + part.name() + ", " + when);
      TrackState.Part mine = held.get(part.segment().address());
      Claim.that(
          mine != null
              && mine.bytes().equals(part.bytes())
              && mine.segment().byteSize() == part.segment().byteSize(),
          () -> "state() lists '" + part.name() + "' which is not held under those roles, " + when);
    }
    Claim.equal(held.size(), listed.size(), "segments in state() " + when);
    long names = state.parts().stream().map(TrackState.Part::name).distinct().count();
    Claim.equal((long) listed.size(), names, "distinct names in state() " + when);
  }
}

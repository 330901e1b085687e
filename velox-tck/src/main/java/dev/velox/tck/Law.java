package dev.velox.tck;

import java.util.Locale;

/** Every law of the TCK, each checked on a {@link Subject}. */
public enum Law {
  /** Once warm, attend, append and extend allocate nothing between block hand-overs. */
  NO_ALLOCATION_ONCE_WARM(Scope.ROLE, Allocation::noneOnceWarm),
  /** Options round-trip through text; id, summary and rules are well formed. */
  OPTIONS_ROUND_TRIP(Scope.METHOD, (s, e) -> Settings.roundTrip(s.method())),
  /** Unknown options and bad values are refused at open, naming option, value and rule. */
  BAD_OPTIONS_ARE_REFUSED(Scope.ROLE, (s, e) -> Settings.badOnesAreRefused(s)),
  /** Every pair of option values works, or is refused at open. */
  OPTION_PAIRS_WORK_OR_ARE_REFUSED(Scope.ROLE, (s, e) -> Settings.pairsWorkOrAreRefused(s)),
  /** The effective spec is complete and opens an identical cache (L9). */
  EFFECTIVE_OPENS_THE_SAME(Scope.WIDTH, (s, e) -> Settings.effectiveOpensTheSame(s)),
  /** Every head dim works, or is refused at open, naming it. */
  ANY_HEAD_DIM_WORKS_OR_IS_REFUSED(Scope.WIDTH, (s, e) -> Edges.anyHeadDim(s)),
  /** On fixed rows the error is within its bound. */
  ERROR_IS_WITHIN_ITS_BOUND(Scope.EVERY_WIDTH, (s, e) -> FixedRows.check(s)),
  /** After any history rows are near their originals, exact ones bit for bit. */
  ROWS_ARE_NEAR_THEIR_ORIGINALS(Scope.WIDTH, Originals::check),
  /** Attention equals double-precision attention on the decoded rows (L1). */
  ATTEND_IS_ATTENTION_ON_DECODED_ROWS(Scope.EVERY_WIDTH, ExactAttention::check),
  /** However rows are cut into calls, the same is held (L2). */
  CHUNKS_LEAVE_NO_TRACE(Scope.WIDTH, Chunks::heldAlike),
  /** Extend is append and attend, token by token (L2). */
  EXTEND_IS_APPEND_AND_ATTEND(Scope.WIDTH, Chunks::extendIsAppendAndAttend),
  /** Trim keeps the prefix bit for bit (L3). */
  TRIM_KEEPS_THE_PREFIX(Scope.WIDTH, Trims::keepThePrefix),
  /** A refused trim changes nothing (L3, L8). */
  REFUSED_TRIMS_CHANGE_NOTHING(Scope.WIDTH, (s, e) -> Trims.refuseOrChangeNothing(s)),
  /** A rollback within rowsUntilSeal leaves no trace (L3). */
  ROLLBACK_LEAVES_NO_TRACE(Scope.WIDTH, Trims::rollbackLeavesNoTrace),
  /** Trim to nothing leaves a new cache. */
  TRIM_TO_NOTHING_IS_NEW(Scope.WIDTH, (s, e) -> Trims.toNothingIsNew(s)),
  /** Forks are independent and their bytes add up (L4). */
  FORKS_ARE_INDEPENDENT(Scope.WIDTH, Forks::areIndependent),
  /** A restored snapshot is bit for bit what was saved, and goes on as that would (L5). */
  SNAPSHOT_RESTORES_EVERY_BIT(Scope.WIDTH, Snapshots::restoreEveryBit),
  /** A snapshot restores what was forgotten and what was counted (L5). */
  SNAPSHOT_KEEPS_ALL_THERE_IS(Scope.ROLE, (s, e) -> Snapshots.withAllThereIs(s)),
  /** A snapshot restores every bit at every length modulo the block (L5). */
  SNAPSHOT_AT_EVERY_PHASE_OF_A_BLOCK(Scope.ROLE, (s, e) -> Snapshots.atEveryPhase(s)),
  /** Whatever sequence of calls, the cache is what a plain model of it says (T19). */
  ANY_SEQUENCE_FOLLOWS_THE_MODEL(Scope.ROLE, Sequences::followTheModel),
  /** The plan says the bytes at every length of a growing sequence (L6). */
  PLAN_IS_WHAT_IS_HELD(Scope.WIDTH, (s, e) -> Books.planIsWhatIsHeld(s)),
  /** The plan grows evenly up to the largest lengths and head counts. */
  PLAN_HOLDS_AT_ANY_SIZE(Scope.ROLE, (s, e) -> Books.planHoldsAtAnySize(s)),
  /** An audit finds the bytes reported after any history; close returns them (L6). */
  AUDIT_FINDS_WHAT_IS_REPORTED(Scope.WIDTH, Books::auditFindsThem),
  /** NaN and infinity are refused, naming where, without a trace (L8). */
  NON_FINITE_ROWS_ARE_REFUSED(Scope.WIDTH, (s, e) -> Refusals.nonFinite(s)),
  /** Rows beyond capacity are refused without a trace (L8). */
  CAPACITY_IS_KEPT(Scope.ROLE, (s, e) -> Refusals.capacity(s)),
  /** Arrays too short are refused without a trace (L8). */
  SHORT_ARRAYS_ARE_REFUSED(Scope.ROLE, (s, e) -> Refusals.arrays(s)),
  /** Any budget is kept, and refusals leave no trace (L8). */
  BUDGET_IS_KEPT(Scope.WIDTH, (s, e) -> Refusals.budget(s)),
  /** Each kv head is as if alone (L10). */
  HEADS_ARE_ALONE(Scope.WIDTH, (s, e) -> Heads.areAlone(s)),
  /** Zeros decode to zero. */
  ZEROS_STAY_ZERO(Scope.WIDTH, (s, e) -> Numbers.zerosStayZero(s)),
  /** Leading zeros do not spoil what follows. */
  ZEROS_FIRST_SPOIL_NOTHING(Scope.WIDTH, (s, e) -> Numbers.zerosFirstSpoilNothing(s)),
  /** Constant rows decode to their constant. */
  CONSTANTS_STAY(Scope.WIDTH, (s, e) -> Numbers.constantsStay(s)),
  /** No finite input gives NaN, infinity, or a number far beyond the input. */
  NOTHING_BECOMES_NAN(Scope.WIDTH, (s, e) -> Numbers.nothingBecomesNaN(s)),
  /** An empty cache answers every call. */
  NO_TOKEN(Scope.ROLE, (s, e) -> Edges.noToken(s)),
  /** One row works in every call. */
  ONE_TOKEN(Scope.ROLE, (s, e) -> Edges.oneToken(s)),
  /** Many readers see the same bits. */
  READERS_SEE_THE_SAME_BITS(Scope.WIDTH, (s, e) -> Readers.seeTheSameBits(s)),
  /** A reader that meets a writer is right or refused. */
  READERS_MEET_A_WRITER(Scope.ROLE, (s, e) -> Readers.meetAWriter(s)),
  /** Close waits for readers and refuses later ones. */
  CLOSE_DURING_ATTEND(Scope.ROLE, (s, e) -> Readers.closeDuringAttend(s)),
  /** Calls that meet a call inside a track are refused, go through, or wait, as they must. */
  MEETINGS_ARE_REFUSED_OR_WAIT(Scope.ROLE, (s, e) -> Meetings.areRefusedOrWait(s)),
  /** After close every call is refused, and a second close is quiet. */
  NOTHING_AFTER_CLOSE(Scope.ROLE, (s, e) -> Readers.nothingAfterClose(s)),
  /**
   * A track takes memory in begin (in encode where its plan is a range), lists it, gives it back.
   */
  TRACK_KEEPS_ITS_BOOKS(Scope.WIDTH, (s, e) -> Tracks.keepTheirBooks(s)),
  /** A track opened from a state is the track the state was taken from. */
  TRACK_OPENS_FROM_ITS_STATE(Scope.WIDTH, (s, e) -> Tracks.openFromTheirState(s)),
  /** Any cut of a track keeps the rows before it. */
  TRACK_KEEPS_THE_PREFIX(Scope.WIDTH, (s, e) -> Tracks.keepThePrefix(s)),
  /** A track never writes a segment that a fork holds too. */
  TRACK_LEAVES_SHARED_SEGMENTS_ALONE(Scope.WIDTH, (s, e) -> Tracks.leaveSharedSegmentsAlone(s)),
  /** A track keeps no rows or tables on the heap. */
  TRACK_KEEPS_NOTHING_ON_THE_HEAP(Scope.WIDTH, (s, e) -> Tracks.keepNothingOnTheHeap(s)),
  /** Scores and sums follow the decoded rows for any range, count, offset and stride. */
  TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS(
      Scope.EVERY_WIDTH, (s, e) -> TrackArithmetic.followsDecodedRows(s));

  private final Scope scope;
  private final Check check;

  Law(Scope scope, Check check) {
    this.scope = scope;
    this.check = check;
  }

  /** How often a law is checked. */
  enum Scope {
    /** Once a method. */
    METHOD,
    /** Once for keys, values, and both, with options at their default. */
    ROLE,
    /**
     * As {@code ROLE}, and for every other bit width the method offers: keys and values together,
     * for each role is checked in them as it is alone. All three under {@code -Dvelox.deep=true}.
     */
    WIDTH,
    /** As {@code ROLE}, and so for every bit width the method offers. */
    EVERY_WIDTH
  }

  @FunctionalInterface
  private interface Check {
    void run(Subject subject, Effort effort);
  }

  Scope scope() {
    return scope;
  }

  /**
   * The law as words.
   *
   * @return lower case
   */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Checks the law.
   *
   * @param subject what to check it on
   * @throws AssertionError if it does not hold, saying how to see it again
   */
  public void check(Subject subject) {
    check.run(subject, Effort.fromProperties());
  }
}

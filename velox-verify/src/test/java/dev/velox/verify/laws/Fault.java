package dev.velox.verify.laws;

import dev.velox.tck.Law;

/** Faults planted in a method that is right without them, each with the law that must catch it. */
enum Fault {
  /** Encode reads from the start of the array instead of the offset. */
  ENCODE_IGNORES_OFFSET(Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Decode writes to the start of the array instead of the offset. */
  DECODE_IGNORES_OFFSET(Law.TRACK_KEEPS_THE_PREFIX),
  /** The zero point is forgotten everywhere. */
  ZERO_POINT_DROPPED(Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** The zero point is forgotten in dot products only. */
  DOT_DROPS_ZERO_POINT(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** The zero point is forgotten in sums only. */
  SUM_DROPS_ZERO_POINT(Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Unsigned codes are read as signed. */
  SIGNED_CODES(Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** Codes are cut off instead of rounded. */
  ROUNDS_DOWN(Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** Half of the levels are never used. */
  WASTES_A_BIT(Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** The last channel is not coded. */
  LAST_CHANNEL_LOST(Law.ANY_HEAD_DIM_WORKS_OR_IS_REFUSED),
  /** A group without range divides zero by zero. */
  ZERO_RANGE_IS_NAN(Law.ZEROS_STAY_ZERO),
  /** A group whose range exceeds a float gets an infinite scale. */
  RANGE_OVERFLOWS(Law.NOTHING_BECOMES_NAN),
  /** Dot products of all queries go to the place of the first. */
  DOT_IGNORES_STRIDE(Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** All queries use the first one's weight. */
  SUM_IGNORES_STRIDE(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Only the first of several queries is answered. */
  ONE_QUERY_ONLY(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Working memory is used that was not asked for. */
  TAKES_MORE_SCRATCH(Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Every dot product allocates. */
  ALLOCATES_IN_DOT(Law.NO_ALLOCATION_ONCE_WARM),
  /** Levels depend on how many vectors were coded before. */
  KEEPS_A_COUNTER(Law.TRIM_TO_NOTHING_IS_NEW),
  /** Codes overlap the next vector's. */
  CODE_TOO_SHORT(Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Trim keeps one row more than asked. */
  TRIM_KEEPS_ONE_MORE(Law.TRIM_KEEPS_THE_PREFIX),
  /** Trim keeps everything. */
  TRIM_DOES_NOTHING(Law.TRIM_KEEPS_THE_PREFIX),
  /** Trim clears the rest of a block in place, also where a fork reads it. */
  TRIM_CLEARS_SHARED_BLOCKS(Law.FORKS_ARE_INDEPENDENT),
  /** The same fault, seen without a cache. */
  TRIM_CLEARS_SHARED_SEGMENTS(Law.TRACK_LEAVES_SHARED_SEGMENTS_ALONE),
  /** Forget drops one block too many. */
  FORGET_DROPS_ONE_MORE(Law.TRACK_KEEPS_THE_PREFIX),
  /** Clear keeps the first block. */
  CLEAR_KEEPS_A_BLOCK(Law.TRIM_TO_NOTHING_IS_NEW),
  /** State leaves out the newest segment. */
  STATE_MISSES_A_SEGMENT(Law.AUDIT_FINDS_WHAT_IS_REPORTED),
  /** State names another role than the one charged. */
  STATE_NAMES_ANOTHER_ROLE(Law.TRACK_KEEPS_ITS_BOOKS),
  /** Rows are kept on the heap as well. */
  KEEPS_ROWS_ON_THE_HEAP(Law.TRACK_KEEPS_NOTHING_ON_THE_HEAP),
  /** The caller's array is read after the call. */
  READS_ROWS_LATER(Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Every head is stored as the first. */
  WRONG_HEAD(Law.HEADS_ARE_ALONE),
  /** Scores of the last head are read from the first. */
  SCORES_ANOTHER_HEAD(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** The first row after a block edge gets the score of the row before it. */
  OFF_BY_ONE_AT_BLOCK_EDGE(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Rows are stored one position late. */
  ROWS_ONE_LATE(Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** The last row of every range is left out of sums. */
  SUM_SKIPS_LAST_ROW(Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Sums are written over what is there instead of added. */
  SUM_OVERWRITES(Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** One score too many is written. */
  SCORE_WRITES_BEYOND(Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Memory is taken while rows are coded. */
  ALLOCATES_IN_ENCODE(Law.TRACK_KEEPS_ITS_BOOKS),
  /** The plan leaves out a byte a row. */
  PLAN_TOO_SMALL(Law.PLAN_IS_WHAT_IS_HELD),
  /** The method claims that rows lose nothing. */
  CLAIMS_TO_BE_EXACT(Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** An option is read that breaks the rule it states. */
  OPTION_UNCHECKED(Law.OPTION_PAIRS_WORK_OR_ARE_REFUSED),
  /** An option is written in a form that does not read back. */
  OPTION_DOES_NOT_READ_BACK(Law.OPTIONS_ROUND_TRIP),
  /** A shape that cannot work is found out at the first append. */
  REFUSES_LATE(Law.ANY_HEAD_DIM_WORKS_OR_IS_REFUSED);

  private final Law law;

  Fault(Law law) {
    this.law = law;
  }

  Law law() {
    return law;
  }
}

package dev.velox.verify.seeded;

import dev.velox.tck.Law;

/** Faults planted in a method that is right without them, each with the law that must catch it. */
public enum Fault {
  /** Encode reads from the start of the array instead of the offset. */
  ENCODE_IGNORES_OFFSET('E', Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Decode writes to the start of the array instead of the offset. */
  DECODE_IGNORES_OFFSET('E', Law.TRACK_KEEPS_THE_PREFIX),
  /** The zero point is forgotten everywhere. */
  ZERO_POINT_DROPPED('E', Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** The zero point is forgotten in dot products only. */
  DOT_DROPS_ZERO_POINT('E', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** The zero point is forgotten in sums only. */
  SUM_DROPS_ZERO_POINT('E', Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Unsigned codes are read as signed. */
  SIGNED_CODES('D', Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** Codes are cut off instead of rounded. */
  ROUNDS_DOWN('E', Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** Half of the levels are never used. */
  WASTES_A_BIT('E', Law.ERROR_IS_WITHIN_ITS_BOUND),
  /** The last channel is not coded. */
  LAST_CHANNEL_LOST('E', Law.ANY_HEAD_DIM_WORKS_OR_IS_REFUSED),
  /** A group without range divides zero by zero. */
  ZERO_RANGE_IS_NAN('D', Law.ZEROS_STAY_ZERO),
  /** A group whose range exceeds a float gets an infinite scale. */
  RANGE_OVERFLOWS('D', Law.NOTHING_BECOMES_NAN),
  /** Dot products of all queries go to the place of the first. */
  DOT_IGNORES_STRIDE('W', Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** All queries use the first one's weight. */
  SUM_IGNORES_STRIDE('W', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Only the first of several queries is answered. */
  ONE_QUERY_ONLY('W', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Working memory is used that was not asked for. */
  TAKES_MORE_SCRATCH('J', Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Every dot product allocates. */
  ALLOCATES_IN_DOT('J', Law.NO_ALLOCATION_ONCE_WARM),
  /** Levels depend on how many vectors were coded before. */
  KEEPS_A_COUNTER('C', Law.TRIM_TO_NOTHING_IS_NEW),
  /** Codes overlap the next vector's. */
  CODE_TOO_SHORT('E', Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Trim keeps one row more than asked. */
  TRIM_KEEPS_ONE_MORE('B', Law.TRIM_KEEPS_THE_PREFIX),
  /** Trim keeps everything. */
  TRIM_DOES_NOTHING('B', Law.TRIM_KEEPS_THE_PREFIX),
  /** Trim clears the rest of a block in place, also where a fork reads it. */
  TRIM_CLEARS_SHARED_BLOCKS('B', Law.FORKS_ARE_INDEPENDENT),
  /** The same fault, seen without a cache. */
  TRIM_CLEARS_SHARED_SEGMENTS('B', Law.TRACK_LEAVES_SHARED_SEGMENTS_ALONE),
  /** Forget drops one block too many. */
  FORGET_DROPS_ONE_MORE('B', Law.TRACK_KEEPS_THE_PREFIX),
  /** Clear keeps the first block. */
  CLEAR_KEEPS_A_BLOCK('B', Law.TRIM_TO_NOTHING_IS_NEW),
  /** State leaves out the newest segment. */
  STATE_MISSES_A_SEGMENT('H', Law.AUDIT_FINDS_WHAT_IS_REPORTED),
  /** State names another role than the one charged. */
  STATE_NAMES_ANOTHER_ROLE('H', Law.TRACK_KEEPS_ITS_BOOKS),
  /** Sums of one call are kept in a field that all readers share. */
  SUMS_IN_A_FIELD('J', Law.READERS_SEE_THE_SAME_BITS),
  /** Rows are kept on the heap as well. */
  KEEPS_ROWS_ON_THE_HEAP('J', Law.TRACK_KEEPS_NOTHING_ON_THE_HEAP),
  /** The caller's array is read after the call. */
  READS_ROWS_LATER('C', Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** Every head is stored as the first. */
  WRONG_HEAD('W', Law.HEADS_ARE_ALONE),
  /** Scores of the last head are read from the first. */
  SCORES_ANOTHER_HEAD('W', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** The first row after a block edge gets the score of the row before it. */
  OFF_BY_ONE_AT_BLOCK_EDGE('C', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Rows are stored one position late. */
  ROWS_ONE_LATE('C', Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** The last row of every range is left out of sums. */
  SUM_SKIPS_LAST_ROW('C', Law.ATTEND_IS_ATTENTION_ON_DECODED_ROWS),
  /** Sums are written over what is there instead of added. */
  SUM_OVERWRITES('E', Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** One score too many is written. */
  SCORE_WRITES_BEYOND('J', Law.TRACK_ARITHMETIC_FOLLOWS_DECODED_ROWS),
  /** Memory is taken while rows are coded. */
  ALLOCATES_IN_ENCODE('G', Law.TRACK_KEEPS_ITS_BOOKS),
  /** The plan leaves out a byte a row. */
  PLAN_TOO_SMALL('G', Law.PLAN_IS_WHAT_IS_HELD),
  /** The method claims that rows lose nothing. */
  CLAIMS_TO_BE_EXACT('E', Law.ROWS_ARE_NEAR_THEIR_ORIGINALS),
  /** An option is read that breaks the rule it states. */
  OPTION_UNCHECKED('A', Law.OPTION_PAIRS_WORK_OR_ARE_REFUSED),
  /** An option is written in a form that does not read back. */
  OPTION_DOES_NOT_READ_BACK('A', Law.OPTIONS_ROUND_TRIP),
  /** A shape that cannot work is found out at the first append. */
  REFUSES_LATE('A', Law.ANY_HEAD_DIM_WORKS_OR_IS_REFUSED);

  private final char kind;
  private final Law law;

  Fault(char kind, Law law) {
    this.kind = kind;
    this.law = law;
  }

  /** The class of faults in the log of this field. */
  char kind() {
    return kind;
  }

  public Law law() {
    return law;
  }
}

package dev.velox.runtime;

/**
 * Drafts tokens by looking up what followed the last time the text was as it is now (Saxena, Prompt
 * Lookup Decoding, 2023). Needs no second model.
 */
final class PromptLookup {
  /** The most tokens that must agree; the longest match wins. */
  private static final int LONGEST = 4;

  private static final int SHORTEST = 2;

  private PromptLookup() {}

  /**
   * Drafts what comes after a text.
   *
   * @param ids the text
   * @param length how much of the array is text
   * @param draft receives the tokens, from {@code at} on
   * @param at the first place
   * @param most how many at most
   * @return how many there are, 0 if the end of the text is new
   */
  static int draft(int[] ids, int length, int[] draft, int at, int most) {
    for (int n = Math.min(LONGEST, length - 1); n >= SHORTEST && most > 0; n--) {
      for (int end = length - 1; end >= n; end--) {
        if (agrees(ids, end, length, n)) {
          int count = Math.min(most, length - end);
          System.arraycopy(ids, end, draft, at, count);
          return count;
        }
      }
    }
    return 0;
  }

  /** Whether the n tokens before {@code end} are the last n of the text. */
  private static boolean agrees(int[] ids, int end, int length, int n) {
    for (int i = 1; i <= n; i++) {
      if (ids[end - i] != ids[length - i]) {
        return false;
      }
    }
    return true;
  }
}

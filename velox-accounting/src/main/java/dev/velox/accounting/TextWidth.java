package dev.velox.accounting;

import java.lang.Character.UnicodeScript;

/** How many terminal columns a text takes: marks none, East Asian wide characters and emoji two. */
final class TextWidth {
  private TextWidth() {}

  static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  private static int of(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return wide(c) ? 2 : 1;
  }

  private static boolean wide(int c) {
    if (c < 0x1100) {
      return false;
    }
    boolean fullWidthForm = (c >= 0xFF01 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6);
    boolean halfWidthForm = c >= 0xFF61 && c <= 0xFFDC;
    boolean asianPunctuation = c >= 0x3000 && c <= 0x303E;
    if (fullWidthForm || asianPunctuation || Character.isEmojiPresentation(c)) {
      return true;
    }
    return !halfWidthForm
        && switch (UnicodeScript.of(c)) {
          case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> true;
          default -> false;
        };
  }
}

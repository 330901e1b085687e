package dev.velox.runtime.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** However a text is cut into tokens, its pieces are whole characters and join to the text. */
class NoCharacterIsSplitTest {

  private static byte[] bytes(int... values) {
    byte[] all = new byte[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) values[i];
    }
    return all;
  }

  private static List<String> pieces(byte[]... tokens) {
    Detokenizer detokenizer = new Detokenizer(TokenBytes.of(tokens));
    List<String> pieces = new ArrayList<>();
    for (int id = 0; id < tokens.length; id++) {
      pieces.add(detokenizer.next(id));
    }
    return pieces;
  }

  @Test
  void charactersAreHeldBackUntilTheyAreWhole() {
    assertEquals(
        List.of("", "\u20ac", "", "\ud83d\udca9", "A"),
        pieces(bytes(0xe2, 0x82), bytes(0xac), bytes(0xf0, 0x9f), bytes(0x92, 0xa9), bytes('A')));
  }

  @Test
  void whatIsCutOffAtTheEndNeverComesOut() {
    assertEquals(List.of("a", ""), pieces(bytes('a'), bytes(0xe2, 0x82)));
  }

  @Test
  void bytesOfNoCharacterAreMarkedOnce() {
    assertEquals(List.of("", "\ufffdA"), pieces(bytes(0xe2, 0x82), bytes('A')));
    assertEquals(List.of("\ufffd", "b"), pieces(bytes(0xff), bytes('b')));
    assertEquals(List.of("", "\ufffd\u20ac"), pieces(bytes(0xf0, 0x9f), bytes(0xe2, 0x82, 0xac)));
  }

  @Test
  void specialAndUnknownTokensStandForNothing() {
    assertEquals("", new Detokenizer(TokenBytes.of(bytes('a'))).next(17));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withChars('a', '\u00e9', '\u20ac', '\n')
        .withCharRange('\u4e00', '\u4e20')
        .ofMaxLength(60)
        .map(s -> s.replace("\u4e05", "\ud83d\udca9").replace("\u4e06", "\ud840\udc00"));
  }

  @Property(tries = 300)
  void anyCutGivesWholeCharacters(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 7) int step) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    List<byte[]> tokens = new ArrayList<>();
    for (int at = 0; at < all.length; at += step) {
      tokens.add(java.util.Arrays.copyOfRange(all, at, Math.min(all.length, at + step)));
    }
    List<String> pieces = pieces(tokens.toArray(byte[][]::new));
    for (String piece : pieces) {
      assertFalse(piece.contains("\ufffd"), piece);
      assertFalse(
          !piece.isEmpty() && Character.isHighSurrogate(piece.charAt(piece.length() - 1)), piece);
    }
    assertEquals(text, String.join("", pieces));
  }
}

package dev.velox.runtime.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Turns a stream of tokens into text, a piece a token. The bytes of a character that is not
 * complete yet are held back, so no piece ends inside a character; bytes that can belong to no
 * character become U+FFFD. Half a character at the very end was cut off, not written, and never
 * comes out. Not for two threads.
 */
public final class Detokenizer {
  private final TokenBytes tokens;
  private final CharsetDecoder utf8 =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private ByteBuffer pending = ByteBuffer.allocate(64);

  Detokenizer(TokenBytes tokens) {
    this.tokens = tokens;
  }

  /**
   * Adds a token.
   *
   * @param id the token
   * @return the characters that are complete now, possibly none
   */
  public String next(int id) {
    byte[] bytes = tokens.of(id);
    if (pending.remaining() < bytes.length) {
      int room = Math.max(2 * pending.capacity(), pending.position() + bytes.length);
      pending = ByteBuffer.allocate(room).put(pending.flip());
    }
    pending.put(bytes).flip();
    CharBuffer text = CharBuffer.allocate(pending.remaining());
    utf8.decode(pending, text, false);
    pending.compact();
    return text.flip().toString();
  }
}

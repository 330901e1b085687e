package dev.velox.runtime.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Both kinds of vocabulary give the bytes their tokens stand for. */
class TokenBytesTest {

  private static TokenBytes read(String json) {
    return TokenBytes.read("t", json.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(TokenBytes tokens, int id) {
    return new String(tokens.of(id), StandardCharsets.UTF_8);
  }

  @Test
  void byteLevelCoversAllBytes() {
    boolean[] seen = new boolean[256];
    for (int c = 0x21; c < 0x100 + 68; c++) {
      byte[] one = ByteLevel.decode(String.valueOf((char) c));
      if (one.length == 1) {
        seen[one[0] & 0xff] = true;
      }
    }
    for (int b = 0; b < 256; b++) {
      assertEquals(true, seen[b], "byte " + b);
    }
    assertArrayEquals(new byte[] {' ', 'a', '\n'}, ByteLevel.decode("\u0120a\u010a"));
  }

  @Test
  void sentencePieceSpacesAndBytes() {
    TokenBytes tokens =
        read(
            """
            {"added_tokens":[{"id":0,"content":"<s>","special":true},
                             {"id":5,"content":"<tool>","special":false}],
             "decoder":{"type":"Sequence","decoders":[{"type":"ByteFallback"},{"type":"Fuse"}]},
             "model":{"type":"BPE","merges":[["a","b"]],
                      "vocab":{"<s>":0,"\u2581the":1,"<0x0A>":2,"<0xE2>":3,"x\u2581y":4}}}""");
    assertEquals("", text(tokens, 0));
    assertEquals(" the", text(tokens, 1));
    assertEquals("\n", text(tokens, 2));
    assertArrayEquals(new byte[] {(byte) 0xe2}, tokens.of(3));
    assertEquals("x y", text(tokens, 4));
    assertEquals("<tool>", text(tokens, 5));
  }

  @Test
  void vocabulariesWithScoresAreListed() {
    TokenBytes tokens =
        read(
            """
            {"decoder":{"type":"Metaspace"},
             "model":{"type":"Unigram","vocab":[["<unk>",0.0],["\u2581a",-1.5],["b",-2.0]]}}""");
    assertEquals(" a", text(tokens, 1));
    assertEquals("b", text(tokens, 2));
  }
}

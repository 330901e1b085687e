package dev.velox.runtime.text;

import dev.velox.api.FormatException;
import dev.velox.runtime.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bytes each token stands for, from the vocabulary and the decoder of a {@code tokenizer.json}.
 *
 * <p>Two kinds of vocabulary: byte-level (every byte is written as a printable character, as GPT-2
 * does) and SentencePiece style ({@code U+2581} for a space, {@code <0x0A>} for a byte). Special
 * tokens stand for nothing.
 */
final class TokenBytes {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final byte[] NOTHING = {};
  private static final int MOST_IDS = 1 << 24;

  private final byte[][] bytes;

  private TokenBytes(byte[][] bytes) {
    this.bytes = bytes;
  }

  /** The bytes of a token; none for special and for unknown ids. */
  byte[] of(int id) {
    byte[] found = id < bytes.length ? bytes[id] : null;
    return found == null ? NOTHING : found;
  }

  static TokenBytes of(byte[]... bytes) {
    return new TokenBytes(bytes.clone());
  }

  static TokenBytes read(String file, byte[] json) {
    Reader reader = new Reader(file);
    try (JsonParser parser = JSON.createParser(json)) {
      reader.read(parser);
    } catch (JacksonException e) {
      throw new FormatException(
          file, -1, "tokenizer", e.getOriginalMessage(), "must be a tokenizer.json", e);
    }
    return reader.finish();
  }

  /** Walks the file once; the list of merges, which is most of it, is skipped. */
  private static final class Reader {
    private final String file;
    private final SortedMap<Integer, String> pieces = new TreeMap<>();
    private final List<JsonFields> added = new ArrayList<>();
    private String decoder = "missing";

    Reader(String file) {
      this.file = file;
    }

    void read(JsonParser parser) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new FormatException(file, -1, "tokenizer", "no object", "must be a JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "model" -> readModel(parser);
          case "decoder" -> decoder = parser.readValueAsTree().toString();
          case "added_tokens" -> {
            JsonNode array = parser.readValueAsTree();
            for (JsonNode element : array) {
              added.add(JsonFields.of(file, "added_tokens[" + added.size() + "]", element));
            }
          }
          default -> parser.skipChildren();
        }
      }
    }

    private void readModel(JsonParser parser) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new FormatException(file, -1, "model", parser.currentToken(), "must be an object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (!field.equals("vocab")) {
          parser.skipChildren();
        } else if (value == JsonToken.START_OBJECT) {
          while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String piece = parser.currentName();
            parser.nextToken();
            put(parser.getIntValue(), piece);
          }
        } else {
          for (JsonNode element : (JsonNode) parser.readValueAsTree()) {
            put(pieces.size(), element.path(0).asString());
          }
        }
      }
    }

    private void put(int id, String piece) {
      if (id < 0 || id > MOST_IDS) {
        throw new FormatException(file, -1, "id of token " + piece, id, "must be 0 to 2^24");
      }
      pieces.put(id, piece);
    }

    TokenBytes finish() {
      boolean byteLevel = decoder.contains("\"ByteLevel\"");
      boolean sentencePiece =
          decoder.contains("\"ByteFallback\"") || decoder.contains("\"Metaspace\"");
      if (!byteLevel && !sentencePiece) {
        throw new FormatException(
            file,
            -1,
            "decoder",
            decoder,
            "must be ByteLevel, Metaspace or a sequence with" + " ByteFallback");
      }
      SortedMap<Integer, byte[]> bytes = new TreeMap<>();
      pieces.forEach(
          (id, piece) -> bytes.put(id, byteLevel ? ByteLevel.decode(piece) : sentencePiece(piece)));
      for (JsonFields token : added) {
        boolean special = token.flag("special", false);
        bytes.put(
            token.integer("id", 0, MOST_IDS),
            special ? NOTHING : token.text("content").getBytes(StandardCharsets.UTF_8));
      }
      int last = bytes.isEmpty() ? -1 : bytes.lastKey();
      if (last > 4 * (bytes.size() + 1024)) {
        throw new FormatException(
            file,
            -1,
            "largest token id",
            last,
            "must be near the number of tokens, " + bytes.size());
      }
      byte[][] table = new byte[last + 1][];
      bytes.forEach((id, value) -> table[id] = value);
      return new TokenBytes(table);
    }

    private static byte[] sentencePiece(String piece) {
      if (piece.length() == 6 && piece.startsWith("<0x") && piece.endsWith(">")) {
        try {
          return new byte[] {(byte) Integer.parseInt(piece.substring(3, 5), 16)};
        } catch (NumberFormatException e) {
          return piece.getBytes(StandardCharsets.UTF_8);
        }
      }
      return piece.replace('\u2581', ' ').getBytes(StandardCharsets.UTF_8);
    }
  }
}

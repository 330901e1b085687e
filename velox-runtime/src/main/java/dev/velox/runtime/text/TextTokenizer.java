package dev.velox.runtime.text;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.velox.api.ConfigException;
import dev.velox.api.FormatException;
import dev.velox.api.PluginException;
import dev.velox.runtime.weights.ModelFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;

/**
 * Turns text into token ids by the HuggingFace tokenizers library, and ids back into bytes by the
 * vocabulary of the same file.
 */
public final class TextTokenizer implements AutoCloseable {
  /** The tokenizer file of a model. */
  public static final String FILE = "tokenizer.json";

  private static final int FILE_LIMIT = 256 << 20;

  /** The library cuts at 512 tokens unless told not to. */
  private static final Map<String, String> WHOLE =
      Map.of(
          "truncation", "false",
          "padding", "false",
          "modelMaxLength", Integer.toString(Integer.MAX_VALUE));

  private final String label;
  private final HuggingFaceTokenizer library;
  private final TokenBytes bytes;
  private final int vocabulary;

  private TextTokenizer(
      String label, HuggingFaceTokenizer library, TokenBytes bytes, int vocabulary) {
    this.label = label;
    this.library = library;
    this.bytes = bytes;
    this.vocabulary = vocabulary;
  }

  /**
   * Opens the tokenizer of a model.
   *
   * @param files the model
   * @param vocabulary tokens the model knows; an id beyond them is refused when it occurs
   * @return the tokenizer
   * @throws FormatException if {@value #FILE} is missing or broken
   * @throws PluginException if the native part of the library cannot be loaded
   */
  public static TextTokenizer open(ModelFiles files, int vocabulary) {
    String label = files.label(FILE);
    byte[] json = files.read(FILE, FILE_LIMIT);
    TokenBytes bytes = TokenBytes.read(label, json);
    return new TextTokenizer(label, load(label, json), bytes, vocabulary);
  }

  private static HuggingFaceTokenizer load(String label, byte[] json) {
    try {
      return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), WHOLE);
    } catch (LinkageError | EngineException e) {
      throw new PluginException(
          "HuggingFace tokenizers",
          "ai.djl.tokenizers",
          "its native library could not be unpacked and loaded ("
              + root(e)
              + "); it is unpacked into .djl.ai in the home folder at first use: make that folder"
              + " writable, or set the environment variable DJL_CACHE_DIR to one that is and that"
              + " may hold executable code",
          e);
    } catch (IOException | RuntimeException e) {
      throw new FormatException(
          label, -1, "tokenizer", e, "must be a tokenizer of the HuggingFace format", e);
    }
  }

  private static Throwable root(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /**
   * Encodes a text.
   *
   * @param text any text without lone surrogates
   * @param special whether to add the tokens the model puts around a text (a start token, mostly)
   * @return its token ids
   * @throws ConfigException if the text holds half of a surrogate pair
   * @throws FormatException if the tokenizer gives an id that the model does not know
   */
  public int[] encode(String text, boolean special) {
    requirePairs(text);
    long[] ids = library.encode(text, special, false).getIds();
    int[] out = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] < 0 || ids[i] >= vocabulary) {
        throw new FormatException(
            label, -1, "token id", ids[i], "must be below the model's vocab_size " + vocabulary);
      }
      out[i] = (int) ids[i];
    }
    return out;
  }

  /**
   * Decodes ids at once, special tokens left out.
   *
   * @param ids token ids
   * @return the text; bytes that form no character become U+FFFD
   */
  public String decode(int... ids) {
    Detokenizer detokenizer = detokenizer();
    StringBuilder text = new StringBuilder();
    for (int id : ids) {
      text.append(detokenizer.next(id));
    }
    return text.toString();
  }

  /**
   * An incremental decoder.
   *
   * @return a new one, at the start of a text
   */
  public Detokenizer detokenizer() {
    return new Detokenizer(bytes);
  }

  @Override
  public void close() {
    library.close();
  }

  private static void requirePairs(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!pair) {
        throw new ConfigException(
            "text",
            "character " + i,
            "\\u" + Integer.toHexString(c),
            "must not be half of a surrogate pair");
      }
      i++;
    }
  }
}

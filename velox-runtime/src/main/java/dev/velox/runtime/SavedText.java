package dev.velox.runtime;

import dev.velox.api.FormatException;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.Snapshot;
import dev.velox.runtime.model.LlamaConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation writes beside the rows of its cache: the tokens they stand for, the model
 * they come from, and the logits after the last token where there are any.
 *
 * @param tokens every token read or chosen
 * @param logits those after the last token, or null if its row is still to be made
 */
record SavedText(int[] tokens, float @Nullable [] logits) {
  private static final String TOKENS = "velox.tokens";
  private static final String MODEL = "velox.model";
  private static final String LOGITS = "velox.logits";
  private static final byte[] NOTHING = {};

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Goes on with a conversation of this very model, or refuses. */
  static Conversation resume(Velox velox, CacheOpener caches, Path file, GenerateOptions options) {
    AtomicReference<SavedText> said = new AtomicReference<>();
    KvCache cache = caches.restore(file, snapshot -> said.set(read(snapshot, velox)));
    GenerateOptions own =
        options.withCache(cache.effective()).withContext(cache.shape().capacity());
    return new Conversation(velox, cache, own, said.get());
  }

  /** The notes of a snapshot. */
  Map<String, byte[]> notes(Velox velox) {
    byte[] fingerprint = velox.fingerprint().bytes();
    Map<String, byte[]> notes = new TreeMap<>();
    ByteBuffer ids = buffer(Math.multiplyExact(Integer.BYTES, tokens.length));
    ids.asIntBuffer().put(tokens);
    notes.put(TOKENS, ids.array());
    byte[] name = velox.name().getBytes(StandardCharsets.UTF_8);
    ByteBuffer who = buffer(2 * Integer.BYTES + fingerprint.length + name.length);
    who.putInt(fingerprint.length).put(fingerprint).putInt(name.length).put(name);
    notes.put(MODEL, who.array());
    if (logits != null) {
      ByteBuffer values = buffer(Math.multiplyExact(Float.BYTES, logits.length));
      values.asFloatBuffer().put(logits);
      notes.put(LOGITS, values.array());
    }
    return notes;
  }

  private static SavedText read(Snapshot snapshot, Velox velox) {
    checkModel(snapshot, velox.fingerprint().bytes(), velox.name());
    checkShape(snapshot, velox);
    int vocabulary = velox.config().vocabulary();
    int[] tokens = tokens(snapshot, vocabulary);
    byte[] values = snapshot.notes().get(LOGITS);
    if (values == null) {
      return new SavedText(tokens, null);
    }
    if (values.length != (long) Float.BYTES * vocabulary || tokens.length != snapshot.length()) {
      throw fault(
          snapshot,
          LOGITS,
          values.length + " bytes",
          "must be one a token of the model, where no token is still to be run");
    }
    float[] logits = new float[vocabulary];
    ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(logits);
    return new SavedText(tokens, logits);
  }

  private static void checkModel(Snapshot snapshot, byte[] fingerprint, String model) {
    byte[] who = snapshot.notes().getOrDefault(MODEL, NOTHING);
    ByteBuffer in = ByteBuffer.wrap(who).order(ByteOrder.LITTLE_ENDIAN);
    byte[] found = part(in);
    byte[] name = part(in);
    if (!Arrays.equals(found, fingerprint)) {
      throw fault(
          snapshot,
          MODEL,
          found.length == 0
              ? "missing"
              : new String(name, StandardCharsets.UTF_8) + " " + HexFormat.of().formatHex(found),
          "must be " + model + " " + HexFormat.of().formatHex(fingerprint));
    }
  }

  private static void checkShape(Snapshot snapshot, Velox velox) {
    KvShape shape = snapshot.shape();
    LlamaConfig config = velox.config();
    boolean same =
        shape.capacity() <= config.context()
            && shape.equals(config.shape(shape.capacity()))
            && snapshot.attention().stream().allMatch(config.attention()::equals);
    if (!same) {
      throw new FormatException(
          snapshot.file().toString(),
          -1,
          "shape",
          shape,
          "must be that of " + velox.name() + ", which attends in its own way");
    }
  }

  /** Bytes after their length; none if they are not all there. */
  private static byte[] part(ByteBuffer in) {
    if (in.remaining() < Integer.BYTES) {
      return NOTHING;
    }
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      return NOTHING;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static int[] tokens(Snapshot snapshot, int vocabulary) {
    byte[] ids = snapshot.notes().getOrDefault(TOKENS, NOTHING);
    int count = ids.length / Integer.BYTES;
    long most = snapshot.shape().capacity() + 1L;
    if (ids.length % Integer.BYTES != 0 || count < snapshot.length() || count > most) {
      throw fault(
          snapshot,
          TOKENS,
          ids.length + " bytes",
          "must be four a token, " + snapshot.length() + " tokens or more, at most " + most);
    }
    int[] tokens = new int[count];
    ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(tokens);
    for (int id : tokens) {
      if (id < 0 || id >= vocabulary) {
        throw fault(snapshot, TOKENS, id, "must be 0.." + (vocabulary - 1));
      }
    }
    return tokens;
  }

  private static FormatException fault(
      Snapshot snapshot, String note, Object found, String allowed) {
    return new FormatException(snapshot.file().toString(), -1, "note " + note, found, allowed);
  }
}

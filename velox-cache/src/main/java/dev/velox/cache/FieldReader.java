package dev.velox.cache;

import dev.velox.api.FormatException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one section of a snapshot, whose checksum held. Every number is looked at before it
 * is used, every refusal says where in the file the field stands.
 */
final class FieldReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final String file;
  private final String section;
  private final long start;
  private final byte[] bytes;
  private int at;
  private int field;

  /** Fields of a section whose payload begins at a byte of a file. */
  FieldReader(String file, String section, long start, byte[] bytes) {
    this.file = file;
    this.section = section;
    this.start = start;
    this.bytes = bytes;
  }

  private int next(String name, int count) {
    field = at;
    if (count > bytes.length - at) {
      throw fault(name, (bytes.length - at) + " bytes left", "must have " + count);
    }
    at += count;
    return field;
  }

  int int32(String name) {
    return (int) INT.get(bytes, next(name, Integer.BYTES));
  }

  /** A number of a range; the file has it as a signed 32-bit integer. */
  int int32(String name, int least, int most) {
    int value = int32(name);
    if (value < least || value > most) {
      throw fault(name, value, "must be " + least + ".." + most);
    }
    return value;
  }

  long int64(String name) {
    return (long) LONG.get(bytes, next(name, Long.BYTES));
  }

  long int64(String name, long least, long most) {
    long value = int64(name);
    if (value < least || value > most) {
      throw fault(name, value, "must be " + least + ".." + most);
    }
    return value;
  }

  float float32(String name) {
    return Float.intBitsToFloat(int32(name));
  }

  double float64(String name) {
    return Double.longBitsToDouble(int64(name));
  }

  /** How many entries follow; each takes at least so many bytes, and all of them must fit. */
  int count(String name, int bytesEach) {
    int count = int32(name);
    int most = (bytes.length - at) / bytesEach;
    if (count < 0 || count > most) {
      throw fault(name, count, "must be 0.." + most + ", as many as the section has room for");
    }
    return count;
  }

  byte[] bytes(String name) {
    int count = count(name, 1);
    int from = next(name, count);
    return Arrays.copyOfRange(bytes, from, from + count);
  }

  String text(String name) {
    byte[] utf8 = bytes(name);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw fault(name, utf8.length + " bytes", "must be UTF-8", e);
    }
  }

  /** Refuses what is left over. */
  void end() {
    field = at;
    if (at < bytes.length) {
      throw fault("end", (bytes.length - at) + " more bytes", "must come after the last field");
    }
  }

  /** The refusal of the field read last. */
  FormatException fault(String name, Object found, String allowed) {
    return fault(name, found, allowed, null);
  }

  FormatException fault(String name, Object found, String allowed, @Nullable Throwable cause) {
    return new FormatException(file, start + field, section + ", " + name, found, allowed, cause);
  }
}

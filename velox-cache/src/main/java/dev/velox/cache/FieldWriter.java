package dev.velox.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The fields of one section of a snapshot, little-endian, one after another. */
final class FieldWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[256];
  private int length;

  private int next(int count) {
    int at = length;
    length = Math.addExact(length, count);
    if (length > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.max(length, Math.min(Integer.MAX_VALUE - 8, 2L * length)));
    }
    return at;
  }

  FieldWriter int32(int value) {
    int at = next(Integer.BYTES);
    INT.set(bytes, at, value);
    return this;
  }

  FieldWriter int64(long value) {
    int at = next(Long.BYTES);
    LONG.set(bytes, at, value);
    return this;
  }

  FieldWriter float32(float value) {
    return int32(Float.floatToRawIntBits(value));
  }

  FieldWriter float64(double value) {
    return int64(Double.doubleToRawLongBits(value));
  }

  /** Length in bytes, then UTF-8. */
  FieldWriter text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Length, then bytes. */
  FieldWriter bytes(byte[] value) {
    int32(value.length);
    return raw(value, value.length);
  }

  FieldWriter raw(byte[] value, int count) {
    int at = next(count);
    System.arraycopy(value, 0, bytes, at, count);
    return this;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }
}

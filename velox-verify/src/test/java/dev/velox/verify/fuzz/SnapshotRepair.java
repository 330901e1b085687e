package dev.velox.verify.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/**
 * Makes length, checksums and digest of a changed snapshot hold again, as far as its sections can
 * be walked: what stands behind them must be refused for itself. Written from the format's page.
 */
final class SnapshotRepair {
  private static final int HEADER = 32;
  private static final int SECTION = 24;
  private static final int DIGEST = 32;

  private SnapshotRepair() {}

  static byte[] repaired(byte[] input) {
    byte[] bytes = input.clone();
    if (bytes.length < HEADER + DIGEST) {
      return bytes;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putLong(16, bytes.length);
    buffer.putInt(28, checksum(bytes, 0, 28));
    int end = bytes.length - DIGEST;
    for (int at = HEADER; at + SECTION + 4 <= end; ) {
      long payload = buffer.getLong(at + 16);
      if (payload < 0 || payload > end - at - SECTION - 4) {
        break;
      }
      int sum = at + SECTION + (int) payload;
      buffer.putInt(sum, checksum(bytes, at, sum - at));
      at = sum + 4;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, end);
      buffer.put(end, digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
    return bytes;
  }

  private static int checksum(byte[] bytes, int from, int count) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, from, count);
    return (int) sum.getValue();
  }
}

package dev.velox.cache;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of snapshots, which every JDK has. */
final class Digests {
  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance(SnapshotFormat.DIGEST);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + SnapshotFormat.DIGEST, e);
    }
  }
}

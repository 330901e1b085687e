package dev.velox.planted.nuq;

import java.nio.ByteBuffer;

/** A method that allocates behind the ledger's back. */
public final class MethodWithADirectBuffer {
  /** Bytes nobody counts. */
  public ByteBuffer bytes = ByteBuffer.allocateDirect(64);
}

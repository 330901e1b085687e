package dev.velox.planted.nuq;

/** Keeps numbers outside the ledger. */
public class WithAnArray {
  /** Uncounted. */
  public byte[] codes = new byte[4];
}

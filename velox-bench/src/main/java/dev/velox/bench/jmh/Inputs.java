package dev.velox.bench.jmh;

import dev.velox.accounting.Account;
import dev.velox.accounting.Ledger;
import dev.velox.api.ByteRole;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** Seeded inputs of one benchmark, native memory included. */
final class Inputs implements AutoCloseable {
  private final SplittableRandom random = new SplittableRandom(1);
  private final Ledger ledger = Ledger.unlimited();
  private final Account account = ledger.account("jmh");

  /** Normal numbers. */
  float[] floats(int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  /** Numbers from 0 to 1, as weights are. */
  float[] weights(int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextDouble();
    }
    return x;
  }

  /** Bytes of 0 to {@code bound - 1}. */
  byte[] bytes(int n, int bound) {
    byte[] x = new byte[n];
    for (int i = 0; i < n; i++) {
      x[i] = (byte) random.nextInt(bound);
    }
    return x;
  }

  /** Native memory of random bytes. */
  MemorySegment memory(long bytes) {
    return entries(bytes, 256);
  }

  /** Native memory of bytes of 0 to {@code bound - 1}. */
  MemorySegment entries(long n, int bound) {
    MemorySegment memory = account.allocate(ByteRole.SCRATCH, n);
    for (long i = 0; i < n; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(bound));
    }
    return memory;
  }

  /** Native memory of zeros. */
  MemorySegment zeros(long bytes) {
    return account.allocate(ByteRole.SCRATCH, bytes);
  }

  @Override
  public void close() {
    account.close();
    ledger.close();
  }
}

package dev.velox.cache;

import dev.velox.accounting.Account;
import dev.velox.api.ByteReport;
import dev.velox.api.ClosedException;
import dev.velox.api.Role;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackTraits;

/** The codes of one whole tensor, made by {@link KvQuantizer#compress}. */
public final class CompressedTensor implements AutoCloseable {
  private final TensorShape shape;
  private final Role role;
  private final RoleRows[] batch;
  private final Account account;
  private boolean closed;

  CompressedTensor(TensorShape shape, Role role, RoleRows[] batch, Account account) {
    this.shape = shape;
    this.role = role;
    this.batch = batch;
    this.account = account;
  }

  /**
   * Keys or values.
   *
   * @return the role
   */
  public Role role() {
    return role;
  }

  /**
   * The bytes it holds; tables of a calibration are shared.
   *
   * @return bytes by role
   */
  public ByteReport bytes() {
    checkOpen();
    return account.bytes();
  }

  /**
   * Bits a number, everything counted.
   *
   * @return 8 x resident bytes / numbers
   */
  public double bits() {
    return 8.0 * bytes().resident() / shape.floats();
  }

  /**
   * Decodes the tensor.
   *
   * @return floats in the order they were given
   */
  public float[] decompress() {
    checkOpen();
    float[] rows = new float[shape.floats()];
    TrackTraits traits = batch[0].recipe().traits();
    TrackScratch scratch = new TrackScratch(traits.scratchFloats(), traits.scratchBytes());
    float[] small = new float[Mean.scratchFloats(shape.dim())];
    for (int b = 0; b < batch.length; b++) {
      for (int h = 0; h < shape.heads(); h++) {
        batch[b].decode(h, 0, shape.tokens(), rows, shape.offset(b, h), scratch, small);
      }
    }
    return rows;
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("this tensor");
    }
  }

  /** Gives the memory back. Closing twice is quiet. */
  @Override
  public void close() {
    closed = true;
    account.close();
  }
}

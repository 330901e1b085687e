package dev.velox.cli;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An output that remembers why it failed; print writers only remember that they did. After the
 * first failure nothing more is written.
 */
final class OutputGuard extends OutputStream {
  private final OutputStream target;
  private @Nullable IOException failure;

  OutputGuard(OutputStream target) {
    this.target = target;
  }

  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    attempt(() -> target.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    attempt(target::flush);
  }

  private void attempt(Call call) throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      call.run();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private interface Call {
    void run() throws IOException;
  }
}

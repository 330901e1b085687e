package dev.velox.planted.cache;

import dev.velox.planted.cli.SomeCommand;

/** An engine that knows the command line. */
public final class CacheThatKnowsTheCommandLine {
  /** The command. */
  public SomeCommand command = new SomeCommand();
}

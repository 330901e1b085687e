package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import java.util.Optional;

/** One way of storing rows under one kind of work, opened and filled. */
abstract class Arm extends Timed {
  /** Bytes a sample goes through. */
  abstract double bytes();

  /** Tokens times kv heads that {@link #bytes} spreads over. */
  abstract double rows();

  /** Kv heads. */
  abstract int heads();

  /** The settings in force. */
  abstract CacheSpec effective();

  /** The error of what it computes, where that is attention. */
  Optional<AttentionError> error() {
    return Optional.empty();
  }
}

package dev.velox.nuq;

/** Where the levels of values come from. */
enum ValueLevels {
  /** One datatype a kv head, and an offset and a scale a token. */
  SHARED,
  /** Levels of its own for each token. */
  TOKEN
}

package dev.velox.runtime.inspect;

/**
 * An early position that draws attention whatever is said there.
 *
 * @param position of the sequence
 * @param share of all attention it receives from the last queries; 0 where no query is known
 */
public record Sink(int position, double share) {}

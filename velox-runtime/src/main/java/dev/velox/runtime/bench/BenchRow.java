package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import java.util.Optional;

/**
 * What one arm came to.
 *
 * @param asked the arm as asked for
 * @param effective the settings in force
 * @param heads kv heads it went through in a sample
 * @param bytesPerToken packed bytes read a token and kv head, keys and values where both are read;
 *     for encoding, bytes of fp32 input
 * @param time ns an item, as {@link ArmKind} says
 * @param gbPerSecond those bytes a second, in 10^9, at the 20th percentile
 * @param share of the bandwidth measured beside it; 0 for arms that do not read
 * @param timesF32 how many times faster than the {@code f32} arm of the same kind; 0 without one
 * @param timesF16 how many times faster than the {@code f16} arm of the same kind; 0 without one
 * @param error of the output, for whole attention
 */
public record BenchRow(
    ArmSpec asked,
    CacheSpec effective,
    int heads,
    double bytesPerToken,
    Timing time,
    double gbPerSecond,
    double share,
    double timesF32,
    double timesF16,
    Optional<AttentionError> error) {}

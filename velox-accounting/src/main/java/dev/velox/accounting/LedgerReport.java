package dev.velox.accounting;

import dev.velox.api.ByteReport;

/**
 * A ledger at one moment: what is charged, and what the system gave for it.
 *
 * @param charged bytes charged over all accounts, by role; a segment that several accounts hold
 *     counts once, and its size is in {@code charged.shared()}
 * @param reserved bytes of all slabs: what the system was asked for
 * @param slack slab bytes that are not handed out: free spans, and rounding to 64 bytes
 * @param peakCharged the most bytes ever charged at one time
 * @param budget the most bytes that may be charged; {@link Long#MAX_VALUE} without a budget
 * @param accounts accounts that are open
 * @param hugePages whether slabs of 2 MiB or more are advised to lie in huge pages
 */
public record LedgerReport(
    ByteReport charged,
    long reserved,
    long slack,
    long peakCharged,
    long budget,
    int accounts,
    boolean hugePages) {}

package dev.velox.accounting;

import dev.velox.api.ByteReport;
import java.lang.foreign.MemorySegment;

/**
 * One segment an account holds, and the roles it is charged under.
 *
 * @param bytes its size by role
 * @param segment the bytes, exactly as handed out
 */
public record Charge(ByteReport bytes, MemorySegment segment) {}

package dev.velox.accounting;

import dev.velox.api.ByteRole;
import java.lang.foreign.MemorySegment;

/**
 * One segment an account holds, and the role it is charged under.
 *
 * @param role what the bytes are for
 * @param segment the bytes, exactly as handed out
 */
public record Charge(ByteRole role, MemorySegment segment) {}

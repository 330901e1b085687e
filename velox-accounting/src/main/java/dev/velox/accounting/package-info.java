/** The ledger that allocates and charges in one act, the audit, the planner and the tables. */
@org.jspecify.annotations.NullMarked
package dev.velox.accounting;

/**
 * The only owner of cache memory: a ledger that allocates and charges in one act and enforces a
 * budget, the audit, the capacity planner, and the tables that print them.
 */
module dev.velox.accounting {
  requires static transitive org.jspecify;
  requires transitive dev.velox.api;

  exports dev.velox.accounting;
}

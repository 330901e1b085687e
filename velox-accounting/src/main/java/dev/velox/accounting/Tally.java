package dev.velox.accounting;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;

/** Running sums of bytes by role, and how many of them are shared. */
final class Tally {
  private static final ByteRole[] ROLES = ByteRole.values();

  private final long[] byRole = new long[ROLES.length];
  private long shared;

  void add(ByteRole role, long bytes) {
    byRole[role.ordinal()] += bytes;
  }

  void add(ByteReport bytes) {
    for (ByteRole role : ROLES) {
      add(role, bytes.of(role));
    }
  }

  void addShared(long bytes) {
    shared += bytes;
  }

  long of(ByteRole role) {
    return byRole[role.ordinal()];
  }

  ByteReport report() {
    ByteReport report = ByteReport.ZERO;
    for (ByteRole role : ROLES) {
      report = report.plus(role, of(role));
    }
    return report.withShared(shared);
  }
}

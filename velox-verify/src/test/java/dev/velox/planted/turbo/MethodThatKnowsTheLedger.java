package dev.velox.planted.turbo;

import dev.velox.planted.accounting.SomeLedger;

/** A method that goes around the memory it is given. */
public final class MethodThatKnowsTheLedger {
  /** The ledger. */
  public SomeLedger ledger = new SomeLedger();
}

package dev.velox.planted.accounting;

/** Something to depend on. */
public class SomeLedger {}

package dev.velox.planted.cli;

/** Something to depend on. */
public class SomeCommand {}

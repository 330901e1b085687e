package dev.velox.planted.tck;

/** Something to depend on. */
public class SomeLaw {}

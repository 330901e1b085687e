package dev.velox.planted.cache;

/** Something to depend on. */
public class SomeCache {}

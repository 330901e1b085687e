package dev.velox.planted.bare;

/** A class in a package without a package-info. */
public final class Undescribed {}

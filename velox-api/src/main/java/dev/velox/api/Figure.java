package dev.velox.api;

/**
 * One named number a track reports about itself.
 *
 * @param name what it is, lower case with dashes
 * @param value the number
 */
public record Figure(String name, double value) {}

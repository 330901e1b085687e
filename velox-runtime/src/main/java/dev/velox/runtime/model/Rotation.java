package dev.velox.runtime.model;

import dev.velox.api.Rope;

/**
 * How a model rotates queries and keys, and by how much it scales what it rotated.
 *
 * @param rope the angles
 * @param factor on every rotated channel; 1 except under YaRN
 */
public record Rotation(Rope rope, float factor) {}

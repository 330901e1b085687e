package dev.velox.kernels;

/**
 * Rotary pairs that turn with the position, and tables of their angles by the number of the pair.
 *
 * @param list numbers of the pairs: those that turn fast, then those a polynomial serves
 * @param fast how many turn fast
 * @param cos {@code cos(t theta)} at {@code pair * 64 + t}, t within a span
 * @param sin {@code sin(t theta)}, likewise
 * @param spanCos {@code cos(64 i theta)} at {@code pair * 16 + i}, i spans
 * @param spanSin {@code sin(64 i theta)}, likewise
 * @param theta radians a position, one a pair
 */
public record TurningPairs(
    int[] list,
    int fast,
    float[] cos,
    float[] sin,
    float[] spanCos,
    float[] spanSin,
    float[] theta) {}

/**
 * Home of {@code skvq}: channels reordered into like groups, each with a clipped dynamic range. It
 * registers no method yet.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.skvq;

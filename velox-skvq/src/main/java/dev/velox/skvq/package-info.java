/** {@code skvq}: channels reordered into like groups, each with a clipped dynamic range. */
@org.jspecify.annotations.NullMarked
package dev.velox.skvq;

/**
 * The SIMD twin of every scalar kernel.
 *
 * <p>The kernels over rows and matrices write their conversions and lane sums out instead of
 * calling a method. A compiled method has a budget of nodes, shared with whatever it is inlined
 * into; past it our own methods are no longer inlined, and every vector that goes through such a
 * call is boxed. Methods of the JDK's vectors are exempt.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.simd;

/**
 * The product as modules: descriptors against golden files, services against {@code provides}, and
 * the whole on the module path.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.modules;

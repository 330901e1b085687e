/**
 * The rules of the house as ArchUnit rules, one small class each. Every rule is checked on the
 * whole product, and is seen to fail on a class planted in {@code dev.velox.planted}.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.rules;

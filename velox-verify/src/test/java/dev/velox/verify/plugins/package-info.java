/**
 * Third-party jars, built while the tests run: loaded from folders, whole and broken in twelve
 * ways.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.verify.plugins;

/** The {@code velox} command: the only place that prints or exits. */
@org.jspecify.annotations.NullMarked
package dev.velox.cli;

/** Tests of the {@code velox} command, run in this process with captured streams. */
@org.jspecify.annotations.NullMarked
package dev.velox.cli;

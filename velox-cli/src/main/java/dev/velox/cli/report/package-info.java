/** Pages with charts and tables, whole in one file, and the page on methods. */
@org.jspecify.annotations.NullMarked
package dev.velox.cli.report;

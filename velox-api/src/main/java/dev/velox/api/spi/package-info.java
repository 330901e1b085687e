/**
 * What authors of a method implement: the method, its tracks and options, and the memory the host
 * gives them.
 */
@NullMarked
package dev.velox.api.spi;

import org.jspecify.annotations.NullMarked;

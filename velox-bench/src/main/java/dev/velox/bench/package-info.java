/** The grid of benchmarks, the bars it is held against, and the pages that show it. */
@NullMarked
package dev.velox.bench;

import org.jspecify.annotations.NullMarked;

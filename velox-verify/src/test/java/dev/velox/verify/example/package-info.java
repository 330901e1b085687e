/** A method as a third party would write it, with its contract test. */
@NullMarked
package dev.velox.verify.example;

import org.jspecify.annotations.NullMarked;

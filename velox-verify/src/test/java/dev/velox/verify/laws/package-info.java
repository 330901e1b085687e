/**
 * The laws of the TCK applied to every installed method, the table of error bounds, the golden
 * codes, and proof that the laws catch faults.
 */
@NullMarked
package dev.velox.verify.laws;

import org.jspecify.annotations.NullMarked;

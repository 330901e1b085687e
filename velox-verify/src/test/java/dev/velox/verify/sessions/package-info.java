/** Conversations of the built-in model through every installed method: saved, resumed, drafted. */
@NullMarked
package dev.velox.verify.sessions;

import org.jspecify.annotations.NullMarked;

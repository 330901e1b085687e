/**
 * Text and tokens: the tokenizer, the bytes of each token, and text that never splits a character.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.text;

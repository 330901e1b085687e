/** Strict reading of JSON files whose fields are checked one by one. */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.json;

/**
 * Model files and the tensors in them: folders, resources, the safetensors format, one or several
 * shards.
 */
@org.jspecify.annotations.NullMarked
package dev.velox.runtime.weights;

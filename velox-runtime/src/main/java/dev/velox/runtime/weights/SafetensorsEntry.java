package dev.velox.runtime.weights;

import java.util.List;

/**
 * One line of a safetensors header: a tensor's name, type, shape and byte range within the data.
 */
record SafetensorsEntry(
    String name, TensorType type, List<Long> shape, long begin, long end, long headerOffset) {}

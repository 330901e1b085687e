package dev.velox.runtime.model;

import dev.velox.kernels.RowKernels;
import dev.velox.kernels.WeightType;
import dev.velox.runtime.weights.Tensor;
import dev.velox.runtime.weights.WeightSource;
import java.lang.foreign.MemorySegment;

/** A weight matrix where the model file holds it, row-major. */
record WeightMatrix(WeightType type, MemorySegment data, int rows, int columns) {

  static WeightMatrix load(WeightSource source, String name, int rows, int columns) {
    Tensor tensor = source.require(name, rows, columns);
    WeightType type =
        switch (tensor.type()) {
          case F32 -> WeightType.F32;
          case F16 -> WeightType.F16;
          default -> WeightType.BF16;
        };
    return new WeightMatrix(type, tensor.data(), rows, columns);
  }

  /** Writes one row as floats. */
  void row(RowKernels kernels, int index, float[] to, int offset) {
    long at = (long) index * columns * type.bytes();
    switch (type) {
      case F32 -> kernels.loadF32(data, at, to, offset, columns);
      case F16 -> kernels.loadF16(data, at, to, offset, columns);
      case BF16 -> kernels.loadBf16(data, at, to, offset, columns);
    }
  }
}

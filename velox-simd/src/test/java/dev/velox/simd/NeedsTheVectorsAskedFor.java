package dev.velox.simd;

import jdk.incubator.vector.VectorShape;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs a test only where the machine has the vectors this run asks for. */
final class NeedsTheVectorsAskedFor implements ExecutionCondition {
  static final int ASKED = Integer.getInteger("velox.vectorBits", 0);

  static int widest() {
    return Math.min(512, VectorShape.preferredShape().vectorBitSize());
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return ASKED <= widest()
        ? ConditionEvaluationResult.enabled("vectors are there")
        : ConditionEvaluationResult.disabled("no " + ASKED + "-bit vectors here");
  }
}

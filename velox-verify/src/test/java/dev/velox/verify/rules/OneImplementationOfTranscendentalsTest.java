package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/**
 * Rule 3: exp, log, sin and cos are the same on every path: our own or StrictMath, never Math or
 * lanes.
 */
class OneImplementationOfTranscendentalsTest extends HouseRule {
  private static final String OPERATORS = "jdk.incubator.vector.VectorOperators";
  private static final String[] NAMES = {
    "exp", "expm1", "log", "log1p", "log10", "pow", "sin", "cos", "tan", "sinh", "cosh", "tanh"
  };
  private static final String[] LANE_NAMES = {
    "EXP", "EXPM1", "LOG", "LOG1P", "LOG10", "POW", "SIN", "COS", "TAN", "SINH", "COSH", "TANH"
  };

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "runtime", "cli", "bench", "tck");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "Math.exp and its kin",
        a -> Uses.to(a, "java.lang.Math", NAMES) || Uses.to(a, OPERATORS, LANE_NAMES));
  }

  @Override
  List<String> planted() {
    return List.of("kernels.KernelWithPlatformExp", "simd.KernelWithLaneSine");
  }

  @Override
  int minimum() {
    return 190;
  }
}

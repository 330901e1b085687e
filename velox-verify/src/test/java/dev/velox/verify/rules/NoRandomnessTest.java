package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 5: no random source whose numbers are not frozen with the format. */
class NoRandomnessTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "random sources that are not frozen",
        a ->
            Uses.to(a, "java.util.Random")
                || Uses.to(a, "java.util.concurrent.ThreadLocalRandom")
                || Uses.to(a, "java.util.UUID", "randomUUID")
                || Uses.to(a, "java.lang.Math", "random")
                || Uses.to(a, "java.util.random.RandomGenerator", "getDefault")
                || Uses.to(a, "java.util.Collections", "shuffle"));
  }

  @Override
  List<String> planted() {
    return List.of("nuq.MethodWithRandom", "kernels.KernelWithMathRandom");
  }

  @Override
  int minimum() {
    return 190;
  }
}

package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 5: no thread-local state; scratch comes from the caller. */
class NoThreadLocalsTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noTypes(
        "thread locals",
        t ->
            t.isAssignableTo("java.lang.ThreadLocal") || t.isAssignableTo("java.lang.ScopedValue"));
  }

  @Override
  List<String> planted() {
    return List.of("kernels.KernelWithAThreadLocal");
  }

  @Override
  int minimum() {
    return 190;
  }
}

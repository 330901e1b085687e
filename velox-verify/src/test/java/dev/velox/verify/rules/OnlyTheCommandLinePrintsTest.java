package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 6: printing, exiting and stack traces belong to the command line and the benchmarks. */
class OnlyTheCommandLinePrintsTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "output, exit or stack traces",
        a ->
            Uses.to(a, "java.lang.System", "out", "err", "exit")
                || Uses.to(a, "java.lang.IO")
                || Uses.to(a, "java.lang.Runtime", "exit", "halt")
                || Uses.to(a, "java.lang.Throwable", "printStackTrace"));
  }

  @Override
  List<String> planted() {
    return List.of(
        "runtime.RuntimeThatPrints", "runtime.RuntimeThatExits", "runtime.RuntimeWithAStackTrace");
  }

  @Override
  int minimum() {
    return 190;
  }
}

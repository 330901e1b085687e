package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/**
 * House style: a fault is a typed error, never a bare exception and never an unsupported operation.
 */
class ErrorsAreTypedTest extends HouseRule {
  private static final List<String> NAMES =
      List.of(
          "java.lang.UnsupportedOperationException",
          "java.lang.RuntimeException",
          "java.lang.Exception",
          "java.lang.Error",
          "java.lang.Throwable");

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "constructors of bare exceptions",
        a ->
            a.getName().equals("<init>")
                && NAMES.contains(a.getTargetOwner().getName())
                && !a.getOriginOwner().isAssignableTo(a.getTargetOwner().getName()));
  }

  @Override
  List<String> planted() {
    return List.of("cache.CacheThatCannot", "cache.CacheWithABareError");
  }

  @Override
  int minimum() {
    return 190;
  }
}

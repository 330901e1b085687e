package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 1: the API depends on java.base only, and on the nullness annotations. */
class ApiDependsOnJavaBaseOnlyTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.in(root, List.of("api"));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.onlyTypes(
        "java.base and itself",
        t ->
            Imports.module(root, t.getPackageName()).equals("api")
                || t.getPackageName().equals("org.jspecify.annotations")
                || Imports.jdkModule(t.getPackageName()).equals("java.base"));
  }

  @Override
  List<String> planted() {
    return List.of("api.ApiWithLogging", "api.ApiThatKnowsKernels");
  }

  @Override
  int minimum() {
    return 48;
  }
}

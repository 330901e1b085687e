package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.List;

/**
 * Rule 1: a method module depends on the API and the kernels, never on a sibling or on the engine.
 */
class MethodsDependOnApiAndKernelsOnlyTest extends HouseRule {
  private static boolean allowed(String root, String own, JavaClass type) {
    String name = type.getPackageName();
    String module = Imports.module(root, name);
    return module.equals("api")
        || module.equals("kernels")
        || module.equals(own)
        || name.equals("org.jspecify.annotations")
        || Imports.jdkModule(name).equals("java.base")
        || (name.startsWith("org.ojalgo") && List.of("turbo", "extensions").contains(own));
  }

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.in(root, Imports.METHODS);
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("depend on api, kernels and their own module only") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        String own = Imports.module(root, item.getPackageName());
        Uses.onlyTypes("api, kernels and " + own, t -> allowed(root, own, t)).check(item, events);
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of(
        "nuq.MethodThatKnowsASibling", "turbo.MethodThatKnowsTheLedger", "nuq.MethodWithALibrary");
  }

  @Override
  int minimum() {
    return 20;
  }
}

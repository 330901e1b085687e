package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.List;
import java.util.Map;

/** Rule 1: every other module knows only the modules below it. */
class ModuleArrowsTest extends HouseRule {
  private static final Map<String, List<String>> BELOW =
      Map.of(
          "kernels", List.of("api"),
          "simd", List.of("api", "kernels"),
          "accounting", List.of("api"),
          "cache", List.of("api", "kernels", "accounting"),
          "tck", List.of("api", "accounting", "cache"),
          "demomodel", List.of(),
          "runtime", List.of("api", "kernels", "accounting", "cache"),
          "cli", List.of("api", "kernels", "accounting", "cache", "runtime", "demomodel"));

  private static boolean allowed(String root, String own, List<String> below, JavaClass type) {
    String module = Imports.module(root, type.getPackageName());
    return module.isEmpty() || module.equals(own) || below.contains(module);
  }

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.in(root, List.copyOf(BELOW.keySet()));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("depend on the modules below it only") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        String own = Imports.module(root, item.getPackageName());
        List<String> below = BELOW.getOrDefault(own, List.of());
        Uses.onlyTypes(own + " and " + below, t -> allowed(root, own, below, t))
            .check(item, events);
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of(
        "kernels.KernelThatKnowsTheCache",
        "runtime.RuntimeThatKnowsAMethod",
        "runtime.RuntimeThatKnowsTheTck",
        "cache.CacheThatKnowsTheCommandLine");
  }

  @Override
  int minimum() {
    return 125;
  }
}

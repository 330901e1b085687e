package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 5: no Unsafe, no class loaded by name, no system property set, no access forced. */
class NoBackDoorsTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench", "tck");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "back doors of the JDK",
        a ->
            a.getTargetOwner().getSimpleName().equals("Unsafe")
                || Uses.to(a, "java.lang.Class", "forName")
                || Uses.to(a, "java.lang.ClassLoader", "loadClass")
                || Uses.to(a, "java.lang.System", "setProperty", "setProperties", "clearProperty")
                || a.getName().equals("setAccessible")
                || a.getName().equals("trySetAccessible"));
  }

  @Override
  List<String> planted() {
    return List.of(
        "kernels.KernelWithUnsafe", "cache.CacheThatLoadsByName", "cache.CacheThatSetsAProperty");
  }

  @Override
  int minimum() {
    return 190;
  }
}

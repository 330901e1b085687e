package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/**
 * A command takes its methods, caches and models from {@code VeloxCommand}, which knows --plugin.
 */
class PluginsReachEveryCommandTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.in(root, List.of("cli"))
        .and(
            DescribedPredicate.describe(
                "are not VeloxCommand", c -> !c.getSimpleName().equals("VeloxCommand")));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "methods that leave plugins out",
        a ->
            Uses.to(a, "dev.velox.api.Methods", "installed")
                || Uses.to(a, "dev.velox.cache.KvCaches", "create")
                || Uses.to(a, "dev.velox.runtime.Velox", "open"));
  }

  @Override
  List<String> planted() {
    return List.of("cli.CommandWithoutPlugins");
  }

  @Override
  int minimum() {
    return 30;
  }
}

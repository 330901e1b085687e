package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 6: libraries log through the SLF4J API; Logback is for the command line and for tests. */
class LibrariesLogThroughSlf4jTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noTypes(
        "other logging",
        t ->
            t.getPackageName().startsWith("ch.qos.logback")
                || t.getPackageName().startsWith("java.util.logging")
                || t.getName().startsWith("java.lang.System$Logger"));
  }

  @Override
  List<String> planted() {
    return List.of("cache.CacheWithLogback", "api.ApiWithLogging");
  }

  @Override
  int minimum() {
    return 190;
  }
}

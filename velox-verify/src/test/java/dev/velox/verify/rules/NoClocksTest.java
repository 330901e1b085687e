package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 5: no clock; only the runtime, which reports tokens a second, may read one. */
class NoClocksTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "runtime", "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "clocks",
        a ->
            Uses.to(a, "java.lang.System", "nanoTime", "currentTimeMillis")
                || Uses.to(a, "java.time.Clock")
                || (a.getTargetOwner().getPackageName().equals("java.time")
                    && a.getName().equals("now"))
                || Uses.to(a, "java.util.Date"));
  }

  @Override
  List<String> planted() {
    return List.of("cache.CacheWithAClock");
  }

  @Override
  int minimum() {
    return 190;
  }
}

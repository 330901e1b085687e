package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 2: only velox-simd names the incubating vector module. */
class OnlySimdNamesTheVectorModuleTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "simd");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noTypes(
        "the vector module", t -> t.getPackageName().startsWith("jdk.incubator.vector"));
  }

  @Override
  List<String> planted() {
    return List.of("kernels.KernelWithLanes");
  }

  @Override
  int minimum() {
    return 160;
  }
}

package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** Rule 7: every package has a package-info that marks it null-free. */
class EveryPackageIsDescribedTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root);
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("live in a package with a null-marked package-info") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        if (!item.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
          events.add(
              SimpleConditionEvent.violated(
                  item, "no null-marked package-info: " + item.getName()));
        }
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of("bare.Undescribed");
  }

  @Override
  int minimum() {
    return 190;
  }
}

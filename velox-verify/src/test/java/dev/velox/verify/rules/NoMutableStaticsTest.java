package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** Rule 5: no static field that can be assigned. */
class NoMutableStaticsTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root, "cli", "bench");
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("have final static fields only") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (var field : item.getFields()) {
          boolean mutable =
              field.getModifiers().contains(JavaModifier.STATIC)
                  && !field.getModifiers().contains(JavaModifier.FINAL)
                  && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
          if (mutable) {
            events.add(SimpleConditionEvent.violated(item, field.getDescription()));
          }
        }
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of("cache.CacheWithAMutableStatic");
  }

  @Override
  int minimum() {
    return 190;
  }
}

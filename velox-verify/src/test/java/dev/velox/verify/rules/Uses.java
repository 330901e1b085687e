package dev.velox.verify.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Predicate;

/** Conditions that name what a class may depend on or call. */
final class Uses {
  private Uses() {}

  /** Every type a class depends on must be allowed. */
  static ArchCondition<JavaClass> onlyTypes(String what, Predicate<JavaClass> allowed) {
    return new ArchCondition<>("only depend on " + what) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (Dependency d : item.getDirectDependenciesFromSelf()) {
          JavaClass target = d.getTargetClass().getBaseComponentType();
          if (!target.isPrimitive() && !allowed.test(target)) {
            events.add(SimpleConditionEvent.violated(item, d.getDescription()));
          }
        }
      }
    };
  }

  /** No type a class depends on may be forbidden. */
  static ArchCondition<JavaClass> noTypes(String what, Predicate<JavaClass> forbidden) {
    return onlyTypes("anything but " + what, forbidden.negate());
  }

  /** No field, method or constructor that a class touches may be forbidden. */
  static ArchCondition<JavaClass> noAccess(String what, Predicate<JavaAccess<?>> forbidden) {
    return new ArchCondition<>("never touch " + what) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (JavaAccess<?> access : item.getAccessesFromSelf()) {
          if (forbidden.test(access)) {
            events.add(SimpleConditionEvent.violated(item, access.getDescription()));
          }
        }
        // Method references are dependencies of another kind.
        for (var reference : item.getMethodReferencesFromSelf()) {
          if (forbidden.test(reference)) {
            events.add(SimpleConditionEvent.violated(item, reference.getDescription()));
          }
        }
      }
    };
  }

  /**
   * Whether an access goes to one of these members of a type, or to any member if none is given.
   */
  static boolean to(JavaAccess<?> access, String owner, String... names) {
    if (!access.getTargetOwner().isAssignableTo(owner)) {
      return false;
    }
    for (String name : names) {
      if (access.getName().equals(name)) {
        return true;
      }
    }
    return names.length == 0;
  }
}

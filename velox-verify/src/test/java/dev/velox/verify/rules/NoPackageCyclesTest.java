package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;

/** Rule 7: packages form no cycle; {@code api} and {@code api.spi} are one group. */
class NoPackageCyclesTest extends HouseRule {

  @Override
  ArchRule rule(String root) {
    return SlicesRuleDefinition.slices().assignedFrom(packages(root)).should().beFreeOfCycles();
  }

  private static SliceAssignment packages(String root) {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(root + ".")) {
          return SliceIdentifier.ignore();
        }
        return SliceIdentifier.of(name.equals(root + ".api.spi") ? root + ".api" : name);
      }

      @Override
      public String getDescription() {
        return "packages of " + root;
      }
    };
  }

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.outside(root);
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return ArchConditions.bePublic();
  }

  @Override
  List<String> planted() {
    return List.of("cycle.left.Left", "cycle.right.Right");
  }

  @Override
  int minimum() {
    return 190;
  }
}

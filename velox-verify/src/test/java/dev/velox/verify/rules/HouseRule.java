package dev.velox.verify.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One rule of the house. It must hold on the product, look at enough classes to mean something, and
 * report each class that was planted to break it.
 */
abstract class HouseRule {

  /** The classes the rule is about. */
  abstract DescribedPredicate<JavaClass> scope(String root);

  /** What those classes must do, or never do. */
  abstract ArchCondition<JavaClass> condition(String root);

  /** Classes that break the rule on purpose, without {@code dev.velox.planted.}. */
  abstract List<String> planted();

  /** Fewest classes of the product the rule must see; raised as the product grows. */
  abstract int minimum();

  ArchRule rule(String root) {
    return ArchRuleDefinition.classes().that(scope(root)).should(condition(root));
  }

  @Test
  final void holdsOnTheProduct() {
    rule(Imports.ROOT).check(Imports.PRODUCT);
  }

  @Test
  final void looksAtEnoughClasses() {
    long seen = Imports.PRODUCT.stream().filter(scope(Imports.ROOT)).count();
    assertTrue(seen >= minimum(), "only " + seen + " classes are seen, not " + minimum());
  }

  @Test
  final void reportsWhatWasPlanted() {
    String report =
        rule(Imports.PLANTED_ROOT).evaluate(Imports.PLANTED).getFailureReport().toString();
    for (String name : planted()) {
      String full = Imports.PLANTED_ROOT + "." + name;
      assertTrue(Imports.PLANTED.contain(full), full + " is not planted");
      assertTrue(report.contains(full), full + " went unnoticed: " + report);
    }
  }
}

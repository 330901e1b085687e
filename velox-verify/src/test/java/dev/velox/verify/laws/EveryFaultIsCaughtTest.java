package dev.velox.verify.laws;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.velox.api.Methods;
import dev.velox.tck.ErrorTable;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import dev.velox.tck.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws of the TCK kill every planted fault, each by the law that is meant for it; the same
 * method without a fault obeys that law.
 */
class EveryFaultIsCaughtTest {
  private static final Methods METHODS = Methods.installed();

  @TestFactory
  Stream<DynamicTest> everyFault() {
    return Stream.of(Fault.values())
        .map(
            fault ->
                DynamicTest.dynamicTest(
                    fault + " breaks: " + fault.law(),
                    () ->
                        assertFalse(
                            broken(new FaultyMethod(fault), fault.law()).isEmpty(),
                            () -> fault.law() + " did not notice " + fault)));
  }

  @TestFactory
  Stream<DynamicTest> withoutAFault() {
    return Stream.of(Fault.values())
        .map(Fault::law)
        .distinct()
        .map(
            law ->
                DynamicTest.dynamicTest(
                    "without a fault: " + law,
                    () -> {
                      Laws laws = laws(new FaultyMethod(null));
                      laws.subjects(law).forEach(law::check);
                    }));
  }

  private static Laws laws(FaultyMethod method) {
    return Laws.of(method, METHODS, ErrorTable.none());
  }

  /** The subjects on which a method breaks a law, up to the first. */
  private static List<Subject> broken(FaultyMethod method, Law law) {
    List<Subject> broken = new ArrayList<>();
    for (Subject subject : laws(method).subjects(law)) {
      try {
        law.check(subject);
      } catch (AssertionError | RuntimeException e) {
        broken.add(subject);
        return broken;
      }
    }
    return broken;
  }
}

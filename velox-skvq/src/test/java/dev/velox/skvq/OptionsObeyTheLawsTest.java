package dev.velox.skvq;

import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code skvq} obeys the laws of every method with its options too, keys and values together.
 * Defaults and bit widths are held to them where all methods are.
 */
class OptionsObeyTheLawsTest {
  private static final List<String> SPECS =
      List.of(
          "skvq:metadata=f8",
          "skvq:bits=1.5,group-size=16,metadata=f8",
          "skvq:channel-scale=true,group-size=7",
          "skvq:reorder=false,clip-search=false,group-size=1");

  @TestFactory
  Stream<DynamicContainer> everyLaw() {
    Laws laws = Laws.of(new SkvqMethod());
    return Stream.of(Law.values())
        .map(law -> DynamicContainer.dynamicContainer(law.toString(), tests(laws, law)));
  }

  private static Stream<DynamicTest> tests(Laws laws, Law law) {
    return SPECS.stream()
        .map(spec -> laws.subject(List.of(Role.values()), MethodSpec.parse(spec).options()))
        .map(subject -> DynamicTest.dynamicTest(subject.toString(), () -> law.check(subject)));
  }
}

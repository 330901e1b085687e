package dev.velox.verify.laws;

import dev.velox.api.Methods;
import dev.velox.tck.ErrorTable;
import dev.velox.tck.Laws;
import dev.velox.verify.seeded.Fault;
import dev.velox.verify.seeded.FaultyMethod;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The method that faults are planted in obeys, without one, every law that is to catch them. */
class WithoutAFaultTheLawsHoldTest {
  @TestFactory
  Stream<DynamicTest> everyLaw() {
    Laws laws = Laws.of(new FaultyMethod(null), Methods.installed(), ErrorTable.none());
    return Stream.of(Fault.values())
        .map(Fault::law)
        .distinct()
        .map(
            law ->
                DynamicTest.dynamicTest(
                    law.toString(), () -> laws.subjects(law).forEach(law::check)));
  }
}

package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rule 9: no method of a kernel takes or gives a vector, unless only static initializers call it.
 * Where the compiler does not inline such a helper, and that changes from run to run, every call
 * boxes its vectors.
 */
class NoHelperTakesVectorsTest extends HouseRule {
  private static final String VECTOR = "jdk.incubator.vector.Vector";
  private static final String INITIALIZER = "<clinit>";

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return Imports.in(root, List.of("simd"));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("pass no vectors between methods") {
      @Override
      public void check(JavaClass c, ConditionEvents events) {
        for (JavaMethod method : c.getMethods()) {
          boolean vectors =
              Stream.concat(
                      method.getRawParameterTypes().stream(), Stream.of(method.getRawReturnType()))
                  .anyMatch(t -> t.isAssignableTo(VECTOR));
          boolean constants =
              !method.getCallsOfSelf().isEmpty()
                  && method.getCallsOfSelf().stream()
                      .allMatch(call -> call.getOrigin().getName().equals(INITIALIZER));
          if (vectors && !constants) {
            events.add(SimpleConditionEvent.violated(method, method.getFullName()));
          }
        }
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of("simd.EncoderThatReducesLanes", "simd.KernelWithLaneSine");
  }

  @Override
  int minimum() {
    return 60;
  }
}

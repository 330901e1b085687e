package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/**
 * Rule 4: a track or quantizer keeps its bytes in ledger segments, so it has no field of
 * primitive-array type.
 */
class TracksHoldNoPrimitiveArraysTest extends HouseRule {

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return DescribedPredicate.describe(
        "are tracks or quantizers",
        c ->
            !c.isInterface()
                && (c.isAssignableTo(root + ".api.spi.KvTrack")
                    || c.isAssignableTo(root + ".api.spi.Quantizer")));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return new ArchCondition<>("have no field of primitive-array type") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (var field : item.getAllFields()) {
          JavaClass type = field.getRawType();
          if (type.isArray() && type.getBaseComponentType().isPrimitive()) {
            events.add(SimpleConditionEvent.violated(item, item.getName() + " holds " + field));
          }
        }
      }
    };
  }

  @Override
  List<String> planted() {
    return List.of("nuq.TrackWithAnArray", "nuq.QuantizerWithAnInheritedArray");
  }

  @Override
  int minimum() {
    return 6;
  }
}

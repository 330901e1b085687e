package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 3: float lanes are reduced in attention kernels only; encoders add in a fixed order. */
class FloatReductionsOnlyInAttentionKernelsTest extends HouseRule {
  /** Kernels whose sums reach scores and outputs only, never codes or metadata. */
  private static final List<String> ATTENTION_KERNELS = List.of();

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return DescribedPredicate.describe(
        "are not attention kernels", c -> !ATTENTION_KERNELS.contains(c.getSimpleName()));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "FloatVector.reduceLanes",
        a -> Uses.to(a, "jdk.incubator.vector.FloatVector", "reduceLanes"));
  }

  @Override
  List<String> planted() {
    return List.of("simd.EncoderThatReducesLanes");
  }

  @Override
  int minimum() {
    return 190;
  }
}

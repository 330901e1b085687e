package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;

/** Rule 4: native memory is allocated by accounting and by the model loader only. */
class NativeMemoryOnlyFromTheLedgerTest extends HouseRule {
  private static final String[] ALLOCATE = {
    "allocate", "allocateFrom", "prefixAllocator", "slicingAllocator"
  };

  @Override
  DescribedPredicate<JavaClass> scope(String root) {
    return DescribedPredicate.describe(
        "are neither accounting nor the model loader",
        c ->
            !Imports.module(root, c.getPackageName()).equals("accounting")
                && !c.getPackageName().startsWith(root + ".runtime.weights"));
  }

  @Override
  ArchCondition<JavaClass> condition(String root) {
    return Uses.noAccess(
        "native allocation",
        a ->
            Uses.to(a, "java.lang.foreign.Arena", "ofConfined", "ofShared", "ofAuto", "global")
                || Uses.to(a, "java.lang.foreign.SegmentAllocator", ALLOCATE)
                || Uses.to(a, "java.nio.ByteBuffer", "allocateDirect")
                || Uses.to(a, "java.nio.channels.FileChannel", "map"));
  }

  @Override
  List<String> planted() {
    return List.of("cache.CacheWithItsOwnArena", "nuq.MethodWithADirectBuffer");
  }

  @Override
  int minimum() {
    return 165;
  }
}

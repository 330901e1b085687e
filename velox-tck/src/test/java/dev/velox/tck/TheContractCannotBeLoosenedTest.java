package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Methods;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** An author of a method says which method and what more to try, and nothing else. */
class TheContractCannotBeLoosenedTest {
  @Test
  void onlyTheMethodAndMoreOptionsAreTheAuthors() {
    Set<String> open = new TreeSet<>();
    for (Method method : KvMethodContract.class.getDeclaredMethods()) {
      int m = method.getModifiers();
      boolean visible = Modifier.isPublic(m) || Modifier.isProtected(m);
      if (visible && !Modifier.isFinal(m) && !method.isSynthetic()) {
        open.add(method.getName());
      }
    }
    assertEquals(Set.of("alsoTry", "method"), open);
  }

  @Test
  void everyLawRunsOnKeysValuesAndBoth() {
    Laws laws = Laws.of(Methods.installed().get("kivi"));
    for (Law law : Law.values()) {
      List<Subject> subjects = laws.subjects(law);
      int expected = law.scope() == Law.Scope.METHOD ? 1 : 3;
      assertTrue(subjects.size() >= expected, law::toString);
      int widths = 8;
      if (law.scope() == Law.Scope.EVERY_WIDTH) {
        assertEquals(3 * widths, subjects.size(), law.toString());
      }
      if (law.scope() == Law.Scope.WIDTH) {
        int roles = Effort.deep() ? 3 : 1;
        assertEquals(3 + roles * (widths - 1), subjects.size(), law.toString());
      }
    }
  }
}

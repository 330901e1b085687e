package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every pair of choices occurs in some combination, and far fewer are needed than all. */
class PairwiseTest {
  @Test
  void everyPairOccurs() {
    Map<String, List<String>> choices = new TreeMap<>();
    choices.put("a", List.of("1", "2", "3"));
    choices.put("b", List.of("x", "y"));
    choices.put("c", List.of("p", "q", "r", "s"));
    choices.put("d", List.of("true", "false"));
    List<Map<String, String>> combinations = Pairwise.combine(choices);
    assertTrue(combinations.size() < 24, () -> "of 48: " + combinations.size());
    for (String one : choices.keySet()) {
      for (String other : choices.keySet()) {
        if (one.compareTo(other) < 0) {
          for (String v : choices.getOrDefault(one, List.of())) {
            for (String w : choices.getOrDefault(other, List.of())) {
              assertTrue(
                  combinations.stream()
                      .anyMatch(c -> v.equals(c.get(one)) && w.equals(c.get(other))),
                  () -> one + "=" + v + " with " + other + "=" + w);
            }
          }
        }
      }
    }
  }

  @Test
  void oneOptionIsTriedValueByValue() {
    assertEquals(
        List.of(Map.of("a", "1"), Map.of("a", "2")),
        Pairwise.combine(Map.of("a", List.of("1", "2"))));
  }
}

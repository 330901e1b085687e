package dev.velox.tck;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Few combinations of choices in which every pair of choices occurs. */
final class Pairwise {
  private record Choice(String name, String value) {}

  private record Pair(Choice a, Choice b) {}

  private Pairwise() {}

  /** Greedy: each combination starts from an open pair and takes what covers most. */
  static List<Map<String, String>> combine(Map<String, List<String>> choices) {
    List<String> names = List.copyOf(choices.keySet());
    if (names.size() < 2) {
      List<Map<String, String>> all = new ArrayList<>();
      choices.forEach((name, values) -> values.forEach(v -> all.add(Map.of(name, v))));
      return all;
    }
    Set<Pair> open = pairs(choices, names);
    List<Map<String, String>> combinations = new ArrayList<>();
    while (!open.isEmpty()) {
      Pair first = open.iterator().next();
      Map<String, String> chosen = new LinkedHashMap<>();
      chosen.put(first.a().name(), first.a().value());
      chosen.put(first.b().name(), first.b().value());
      for (String name : names) {
        if (!chosen.containsKey(name)) {
          chosen.put(name, best(name, choices.getOrDefault(name, List.of()), chosen, open, names));
        }
      }
      open.removeIf(
          p ->
              p.a().value().equals(chosen.get(p.a().name()))
                  && p.b().value().equals(chosen.get(p.b().name())));
      combinations.add(chosen);
    }
    return combinations;
  }

  private static Set<Pair> pairs(Map<String, List<String>> choices, List<String> names) {
    Set<Pair> pairs = new LinkedHashSet<>();
    for (int i = 0; i < names.size(); i++) {
      for (int j = i + 1; j < names.size(); j++) {
        for (String a : choices.getOrDefault(names.get(i), List.of())) {
          for (String b : choices.getOrDefault(names.get(j), List.of())) {
            pairs.add(new Pair(new Choice(names.get(i), a), new Choice(names.get(j), b)));
          }
        }
      }
    }
    return pairs;
  }

  private static String best(
      String name,
      List<String> values,
      Map<String, String> chosen,
      Set<Pair> open,
      List<String> names) {
    String best = values.get(0);
    int most = -1;
    for (String value : values) {
      int covers = 0;
      for (Map.Entry<String, String> other : chosen.entrySet()) {
        Choice mine = new Choice(name, value);
        Choice theirs = new Choice(other.getKey(), other.getValue());
        boolean before = names.indexOf(name) < names.indexOf(other.getKey());
        covers += open.contains(before ? new Pair(mine, theirs) : new Pair(theirs, mine)) ? 1 : 0;
      }
      if (covers > most) {
        most = covers;
        best = value;
      }
    }
    return best;
  }
}

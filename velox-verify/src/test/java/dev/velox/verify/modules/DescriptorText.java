package dev.velox.verify.modules;

import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A module descriptor as sorted text, one promise a line. */
final class DescriptorText {
  private DescriptorText() {}

  static String of(ModuleDescriptor descriptor) {
    Set<String> lines = new TreeSet<>();
    for (var r : descriptor.requires()) {
      lines.add("requires " + words(r.modifiers()) + r.name());
    }
    for (var e : descriptor.exports()) {
      lines.add("exports " + e.source() + to(e.targets()));
    }
    for (var o : descriptor.opens()) {
      lines.add("opens " + o.source() + to(o.targets()));
    }
    for (String service : descriptor.uses()) {
      lines.add("uses " + service);
    }
    for (var p : descriptor.provides()) {
      lines.add("provides " + p.service() + " with " + String.join(", ", sorted(p.providers())));
    }
    String head = (descriptor.isOpen() ? "open module " : "module ") + descriptor.name();
    return head + "\n" + String.join("\n", lines) + "\n";
  }

  private static String words(Set<?> modifiers) {
    return modifiers.stream()
        .map(m -> m.toString().toLowerCase(Locale.ROOT) + " ")
        .sorted()
        .collect(Collectors.joining());
  }

  private static String to(Set<String> targets) {
    return targets.isEmpty() ? "" : " to " + String.join(", ", new TreeSet<>(targets));
  }

  private static List<String> sorted(List<String> names) {
    return names.stream().sorted().toList();
  }
}

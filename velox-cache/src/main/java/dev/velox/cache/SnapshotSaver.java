package dev.velox.cache;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Lists what a cache holds as the sections of a snapshot. */
final class SnapshotSaver {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9.-]*");

  private SnapshotSaver() {}

  static List<SnapshotSection> sections(
      CacheRecipe recipe, int length, List<LayerRows> layers, Map<String, byte[]> notes) {
    RecipeFields fields = RecipeFields.of(recipe, length);
    SnapshotFormat.check(fields.shape(), fields.attention());
    List<SnapshotSection> sections = new ArrayList<>();
    sections.add(SnapshotSection.of(SnapshotFormat.Kind.RECIPE, 0, fields.write()));
    int n = 0;
    for (Map.Entry<String, byte[]> note : new TreeMap<>(notes).entrySet()) {
      checkName(note.getKey());
      FieldWriter named = new FieldWriter().text(note.getKey()).bytes(note.getValue());
      sections.add(SnapshotSection.of(SnapshotFormat.Kind.NOTE, n++, named));
    }
    for (LayerRows layer : layers) {
      int index = layer.recipe().index();
      sections.add(SnapshotSection.of(SnapshotFormat.Kind.LAYER, index, layer.state().write()));
      for (Role role : Role.values()) {
        RoleState state = layer.role(role).state();
        int at = index(index, role);
        sections.add(SnapshotSection.of(SnapshotFormat.Kind.ROLE, at, RoleFields.write(state)));
        sections.add(SnapshotSection.of(at, RoleFields.segments(state)));
      }
    }
    return sections;
  }

  /** The index of a role's sections: keys of layer 0, values of layer 0, keys of layer 1. */
  static int index(int layer, Role role) {
    return 2 * layer + role.ordinal();
  }

  static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigException("snapshot", "name of a note", name, "must be of the form " + NAME);
    }
  }
}

package dev.velox.cli;

import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.Option;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One line about an option of a method: once where both roles have it alike, else once a role.
 *
 * @param name the option
 * @param roles the roles that know it
 * @param defaultText its default, as it would be written
 * @param rule what is allowed
 * @param summary what it means
 */
record OptionRow(String name, List<Role> roles, String defaultText, String rule, String summary) {

  /** The options of a method, in the order it documents them. */
  static List<OptionRow> of(KvMethod method) {
    Set<String> names = new LinkedHashSet<>();
    for (Role role : Role.values()) {
      names.addAll(method.schema(role).names());
    }
    List<OptionRow> rows = new ArrayList<>();
    for (String name : names) {
      Optional<OptionRow> keys = row(method, name, Role.KEYS);
      Optional<OptionRow> values = row(method, name, Role.VALUES);
      if (keys.isPresent() && values.isPresent() && keys.get().sameBut(values.get())) {
        rows.add(keys.get().with(List.of(Role.KEYS, Role.VALUES)));
      } else {
        keys.ifPresent(rows::add);
        values.ifPresent(rows::add);
      }
    }
    return rows;
  }

  private static Optional<OptionRow> row(KvMethod method, String name, Role role) {
    return method.schema(role).option(name).map(option -> row(option, role));
  }

  private static <T> OptionRow row(Option<T> option, Role role) {
    String text = option.writer().apply(option.defaultValue());
    return new OptionRow(option.name(), List.of(role), text, option.rule(), option.summary());
  }

  private boolean sameBut(OptionRow other) {
    return with(other.roles()).equals(other);
  }

  private OptionRow with(List<Role> all) {
    return new OptionRow(name, all, defaultText, rule, summary);
  }
}

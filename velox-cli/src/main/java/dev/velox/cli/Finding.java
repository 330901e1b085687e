package dev.velox.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One thing {@code doctor} looked at.
 *
 * @param check what
 * @param state how it is
 * @param detail what was found, and the remedy where one is needed
 */
record Finding(String check, State state, String detail) {
  /** How something is. */
  enum State {
    /** As it should be. */
    OK,
    /** It works, but slower or less well than it could. */
    NOTE,
    /** It does not work. */
    FAULT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String check, String detail) {
    return new Finding(check, State.OK, detail);
  }

  static Finding note(String check, String detail) {
    return new Finding(check, State.NOTE, detail);
  }

  static Finding fault(String check, String detail) {
    return new Finding(check, State.FAULT, detail);
  }

  Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("check", check);
    object.put("state", state.label());
    object.put("detail", detail);
    return object;
  }
}

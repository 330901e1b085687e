package dev.velox.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Prints one JSON object on one line. Numbers that are not finite become null. */
final class JsonOutput {
  private JsonOutput() {}

  static void print(PrintWriter out, Map<String, ? extends @Nullable Object> object) {
    out.print(JsonMapper.shared().writeValueAsString(plain(object)));
    out.print('\n');
    out.flush();
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Double number when !Double.isFinite(number) -> null;
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, part) -> copy.put(String.valueOf(key), plain(part)));
        yield copy;
      }
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        list.forEach(part -> copy.add(plain(part)));
        yield copy;
      }
      case null, default -> value;
    };
  }
}

package dev.velox.api;

import dev.velox.api.spi.KvMethod;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;

/** What look-up and plugins both need to know of a provider: whether it works, and its jar. */
final class Providers {
  private Providers() {}

  /**
   * Asks a method for all that a list of methods shows, so that one that fails there is set aside.
   *
   * @return its id
   */
  static String probe(KvMethod method) {
    String id = new MethodSpec(method.id(), Map.of()).id();
    String summary = method.summary();
    if (summary == null || summary.isBlank()) {
      throw new ConfigException(id, "summary", summary, "must say what the method does");
    }
    for (Role role : Role.values()) {
      if (method.schema(role) == null) {
        throw new ConfigException(id, "schema", "null", "must list the options, if only none");
      }
    }
    return id;
  }

  /** Rethrows what no plugin can be blamed for. */
  static void passOn(Throwable e) {
    if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
      throw fatal;
    }
  }

  /** Why a provider could not be loaded, down to the fault beneath. */
  static String reason(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return "could not be loaded (" + root + ")";
  }

  /** The jar or folder of a class, with its module where it has one. */
  static String source(Class<?> type) {
    Module module = type.getModule();
    if (!module.isNamed()) {
      CodeSource code = type.getProtectionDomain().getCodeSource();
      return code == null || code.getLocation() == null
          ? "class path"
          : path(URI.create(code.getLocation().toString()));
    }
    Optional<URI> place =
        Optional.ofNullable(module.getLayer())
            .flatMap(layer -> layer.configuration().findModule(module.getName()))
            .flatMap(resolved -> resolved.reference().location());
    return "module " + module.getName() + place.map(uri -> " in " + path(uri)).orElse("");
  }

  private static String path(URI uri) {
    return uri.getScheme().equals("file") ? Path.of(uri).toString() : uri.toString();
  }
}

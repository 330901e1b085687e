package dev.velox.api;

import dev.velox.api.spi.KvMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The methods that were found, by id. A faulty provider is set aside and reported, never hiding the
 * others; two providers with one id are both refused.
 */
public final class Methods {
  private final Map<String, KvMethod> byId = new TreeMap<>();
  private final Map<String, PluginException> clashes = new LinkedHashMap<>();
  private final List<PluginException> problems = new ArrayList<>();

  private Methods() {}

  /**
   * Every method on the module path and class path of this library.
   *
   * @return the methods found
   */
  public static Methods installed() {
    return from(ServiceLoader.load(KvMethod.class, Methods.class.getClassLoader()));
  }

  /**
   * Every method visible from a module layer, those of its parents included.
   *
   * @param layer where plugins were resolved
   * @return the methods found
   */
  public static Methods in(ModuleLayer layer) {
    return from(ServiceLoader.load(layer, KvMethod.class));
  }

  /**
   * Exactly these methods.
   *
   * @param methods the methods
   * @return a look-up over them
   */
  public static Methods of(KvMethod... methods) {
    Methods result = new Methods();
    for (KvMethod method : methods) {
      result.add(method);
    }
    return result;
  }

  private static Methods from(ServiceLoader<KvMethod> loader) {
    Methods result = new Methods();
    var providers = loader.stream().iterator();
    int failures = 0;
    while (failures < 1000) {
      try {
        if (!providers.hasNext()) {
          break;
        }
        result.load(providers.next());
      } catch (ServiceConfigurationError e) {
        failures++;
        result.problems.add(
            new PluginException("a provider", "the module or class path", message(e), e));
      }
    }
    return result;
  }

  private void load(ServiceLoader.Provider<KvMethod> provider) {
    try {
      add(provider.get());
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      Class<?> type = provider.type();
      problems.add(new PluginException(type.getName(), source(type), message(e), e));
    }
  }

  private static String message(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return "could not be loaded (" + root + ")";
  }

  private void add(KvMethod method) {
    String id = new MethodSpec(method.id(), Map.of()).id();
    PluginException clash = clashes.get(id);
    KvMethod other = byId.get(id);
    if (other != null || clash != null) {
      String first = other == null ? "others" : source(other.getClass());
      PluginException refused =
          new PluginException(
              id,
              first + " and " + source(method.getClass()),
              "both provide this id; remove one of them",
              null);
      byId.remove(id);
      clashes.put(id, refused);
      problems.add(refused);
      return;
    }
    byId.put(id, method);
  }

  private static String source(Class<?> type) {
    Module module = type.getModule();
    if (module.isNamed()) {
      return "module " + module.getName();
    }
    var domain = type.getProtectionDomain();
    var code = domain == null ? null : domain.getCodeSource();
    return code == null || code.getLocation() == null ? "class path" : code.getLocation().getPath();
  }

  /**
   * The method with an id.
   *
   * @param id the id
   * @return the method
   * @throws ConfigException if there is none, listing those installed
   * @throws PluginException if two providers claim it
   */
  public KvMethod get(String id) {
    KvMethod method = byId.get(id);
    if (method != null) {
      return method;
    }
    PluginException clash = clashes.get(id);
    if (clash != null) {
      throw clash;
    }
    throw new ConfigException("cache", "method", id, "must be one of the installed " + ids());
  }

  /**
   * The ids that can be asked for.
   *
   * @return ids in order
   */
  public SortedSet<String> ids() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(byId.keySet()));
  }

  /**
   * Providers that were set aside, with the reason.
   *
   * @return one error a provider
   */
  public List<PluginException> problems() {
    return Collections.unmodifiableList(problems);
  }
}

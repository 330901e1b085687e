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
import org.jspecify.annotations.Nullable;

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

  /**
   * These methods and those of plugins. A method that is here keeps its id: a plugin that claims it
   * too is set aside, and so are two plugins that claim one id.
   *
   * @param plugins what was found in a folder
   * @return a new look-up, whose problems are those of both
   */
  public Methods with(Plugins plugins) {
    Methods result = new Methods();
    result.byId.putAll(byId);
    result.clashes.putAll(clashes);
    result.problems.addAll(problems);
    result.problems.addAll(plugins.problems());
    Methods added = new Methods();
    plugins.methods().forEach(added::add);
    result.problems.addAll(added.problems);
    added.clashes.forEach(result.clashes::putIfAbsent);
    added.byId.forEach(result::addBehind);
    return result;
  }

  private void addBehind(String id, KvMethod method) {
    KvMethod other = byId.get(id);
    if (other == null && !clashes.containsKey(id)) {
      byId.put(id, method);
    } else {
      problems.add(clash(id, other, method, "the first was here before and keeps it"));
    }
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
      } catch (ServiceConfigurationError | LinkageError e) {
        failures++;
        result.problems.add(
            new PluginException("a provider", "the module or class path", Providers.reason(e), e));
      }
    }
    return result;
  }

  private void load(ServiceLoader.Provider<KvMethod> provider) {
    try {
      KvMethod method = provider.get();
      Providers.probe(method);
      add(method);
    } catch (RuntimeException | Error e) {
      Providers.passOn(e);
      problems.add(PluginException.of(provider.type(), Providers.reason(e), e));
    }
  }

  private void add(KvMethod method) {
    String id = new MethodSpec(method.id(), Map.of()).id();
    PluginException clash = clashes.get(id);
    KvMethod other = byId.get(id);
    if (other != null || clash != null) {
      PluginException refused = clash(id, other, method, "remove one of them");
      byId.remove(id);
      clashes.put(id, refused);
      problems.add(refused);
      return;
    }
    byId.put(id, method);
  }

  private static PluginException clash(
      String id, @Nullable KvMethod first, KvMethod second, String remedy) {
    String one = first == null ? "others" : Providers.source(first.getClass());
    return new PluginException(
        id,
        one + " and " + Providers.source(second.getClass()),
        "both provide this id (" + second.getClass().getName() + " is the second); " + remedy,
        null);
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
    String left = problems.isEmpty() ? "" : "; left out as faulty: " + problems.size();
    throw new ConfigException(
        "cache", "method", id, "must be one of the installed " + ids() + left);
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

package dev.velox.api;

import dev.velox.api.spi.KvMethod;
import java.lang.module.ModuleDescriptor;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/** Takes the providers of one jar from a service loader, one at a time, whatever each does. */
final class PluginProviders {
  private static final int MOST_FAULTS = 1000;
  private static final String NOT_FOUND =
      "was not found as a provider; it must implement KvMethod itself, and its module, if it has one,"
          + " must require dev.velox.api";

  private final PluginJar jar;
  private final List<KvMethod> methods;
  private final List<PluginException> problems;

  /** Into these lists. */
  PluginProviders(PluginJar jar, List<KvMethod> methods, List<PluginException> problems) {
    this.jar = jar;
    this.methods = methods;
    this.problems = problems;
  }

  /** The classes of methods that a module provides. */
  static List<String> provided(ModuleDescriptor module) {
    return module.provides().stream()
        .filter(p -> p.service().equals(KvMethod.class.getName()))
        .flatMap(p -> p.providers().stream())
        .toList();
  }

  /**
   * Loads the providers of these names. The loader may know others, which are passed over; it meets
   * ours in this order.
   */
  void collect(ServiceLoader<KvMethod> loader, List<String> names) {
    Set<String> left = new LinkedHashSet<>(names);
    Iterator<ServiceLoader.Provider<KvMethod>> all = loader.stream().iterator();
    for (int faults = 0; !left.isEmpty() && faults < MOST_FAULTS; ) {
      try {
        if (!all.hasNext()) {
          break;
        }
        ServiceLoader.Provider<KvMethod> provider = all.next();
        if (left.remove(provider.type().getName())) {
          load(provider);
        }
      } catch (ServiceConfigurationError e) {
        faults++;
        set(left, String.valueOf(e.getMessage()), e);
      } catch (LinkageError e) {
        // The first of those left: named ones throw the error above.
        faults++;
        String name = left.iterator().next();
        left.remove(name);
        problems.add(jar.problem(name, Providers.reason(e), e));
      }
    }
    for (String name : left) {
      problems.add(jar.problem(name, NOT_FOUND, null));
    }
  }

  /** Blames whom a message names; faults of providers elsewhere are reported there. */
  private void set(Set<String> left, String message, ServiceConfigurationError e) {
    Optional<String> name =
        left.stream().filter(message::contains).max(Comparator.comparingInt(String::length));
    if (message.contains("!/" + PluginJar.SERVICES)) {
      problems.add(jar.problem(PluginJar.SERVICES, Providers.reason(e), e));
      left.clear();
    } else if (name.isPresent()) {
      left.remove(name.get());
      problems.add(jar.problem(name.get(), Providers.reason(e), e));
    }
  }

  private void load(ServiceLoader.Provider<KvMethod> provider) {
    try {
      KvMethod method = provider.get();
      Providers.probe(method);
      methods.add(method);
    } catch (RuntimeException | Error e) {
      Providers.passOn(e);
      problems.add(jar.problem(provider.type().getName(), Providers.reason(e), e));
    }
  }
}

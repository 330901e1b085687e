package dev.velox.api;

import dev.velox.api.spi.KvMethod;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Third-party methods in the jars of a folder that the user named.
 *
 * <pre>{@code
 * Methods methods = Methods.installed().with(Plugins.load(Path.of("plugins")));
 * }</pre>
 *
 * <p>Every jar that provides a method is loaded apart from the others. A jar with a module
 * descriptor gets a module layer of its own; any other jar, and every jar where this library itself
 * runs on the class path, gets a class loader of its own and is found by its {@code
 * META-INF/services}. Other jars of the folder serve as libraries. Whatever is wrong with one is a
 * {@linkplain #problems() problem} that names jar, class and cause, and hides no other.
 *
 * <p>Plugins are code that runs with all rights of the process: only failures are kept apart, not
 * malice.
 */
public final class Plugins {
  private final List<PluginJar> jars = new ArrayList<>();
  private final List<KvMethod> methods = new ArrayList<>();
  private final List<PluginException> problems = new ArrayList<>();

  private Plugins() {}

  /**
   * Loads the plugins of a folder.
   *
   * @param folder a folder of jars, or one jar
   * @return the methods that could be loaded, and the problems of the rest
   * @throws PluginException if there is no such folder
   */
  public static Plugins load(Path folder) {
    Plugins plugins = new Plugins();
    List<Path> paths = jarsIn(folder);
    for (Path path : paths) {
      plugins.read(path);
    }
    int offered = 0;
    for (PluginJar jar : plugins.jars) {
      offered += plugins.load(jar) ? 1 : 0;
    }
    if (offered == 0 && plugins.problems.isEmpty()) {
      plugins.problems.add(
          new PluginException(
              "no method",
              folder.toString(),
              paths.size()
                  + " jars are there, none provides "
                  + KvMethod.class.getName()
                  + " by its module or in META-INF/services",
              null));
    }
    return plugins;
  }

  private static List<Path> jarsIn(Path folder) {
    if (Files.isRegularFile(folder)) {
      return List.of(folder);
    }
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.jar")) {
      all.forEach(paths::add);
    } catch (IOException e) {
      throw new PluginException(
          "plugins", folder.toString(), "must be a folder of jars, or a jar", e);
    }
    Collections.sort(paths);
    return paths;
  }

  private void read(Path path) {
    try {
      jars.add(PluginJar.read(path));
    } catch (IOException | RuntimeException e) {
      problems.add(
          new PluginException("the jar", path.toString(), "cannot be read (" + e + ")", e));
    }
  }

  /** Loads a jar, and says whether it offers anything. */
  private boolean load(PluginJar jar) {
    ModuleLayer host = Plugins.class.getModule().getLayer();
    PluginProviders found = new PluginProviders(jar, methods, problems);
    try {
      if (!jar.explicit() || host == null) {
        if (jar.services().isEmpty()) {
          return false;
        }
        PluginLoader loader = new PluginLoader(urls(jar), Plugins.class.getClassLoader());
        found.collect(ServiceLoader.load(KvMethod.class, loader), jar.services());
        return true;
      }
      ModuleFinder own = ModuleFinder.of(jar.path());
      ModuleReference root = own.findAll().iterator().next();
      List<String> provided = PluginProviders.provided(root.descriptor());
      if (provided.isEmpty()) {
        return false;
      }
      ModuleLayer layer = layer(host, own, root.descriptor().name(), jar);
      found.collect(ServiceLoader.load(layer, KvMethod.class), provided);
    } catch (RuntimeException | Error e) {
      Providers.passOn(e);
      String named = jar.services().isEmpty() ? "its module" : String.join(", ", jar.services());
      problems.add(jar.problem(named, Providers.reason(e), e));
    }
    return true;
  }

  /** What the host has is taken from it, the rest from the folder. */
  private ModuleLayer layer(ModuleLayer host, ModuleFinder own, String root, PluginJar jar) {
    ModuleFinder[] others =
        jars.stream()
            .filter(other -> !other.equals(jar))
            .map(other -> ModuleFinder.of(other.path()))
            .filter(Plugins::readable)
            .toArray(ModuleFinder[]::new);
    Configuration resolved =
        host.configuration().resolve(own, ModuleFinder.compose(others), Set.of(root));
    return ModuleLayer.defineModulesWithOneLoader(
            resolved, List.of(host), Plugins.class.getClassLoader())
        .layer();
  }

  /** Whether the one jar of a finder makes a module. */
  private static boolean readable(ModuleFinder finder) {
    try {
      return finder.findAll().size() == 1;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private List<URL> urls(PluginJar jar) {
    List<URL> urls = new ArrayList<>(List.of(url(jar)));
    jars.stream().filter(other -> !other.equals(jar)).forEach(other -> urls.add(url(other)));
    return urls;
  }

  private static URL url(PluginJar jar) {
    try {
      return jar.path().toUri().toURL();
    } catch (MalformedURLException e) {
      throw jar.problem("the jar", "has no address", e);
    }
  }

  /**
   * Where a method comes from.
   *
   * @param method any method
   * @return its class, and the jar or folder of that
   */
  public static String describe(KvMethod method) {
    return method.getClass().getName() + " from " + Providers.source(method.getClass());
  }

  /**
   * The methods that were loaded, in order of their jars.
   *
   * @return the methods; several may have one id
   */
  public List<KvMethod> methods() {
    return Collections.unmodifiableList(methods);
  }

  /**
   * What was set aside, with the reason.
   *
   * @return one error a provider, or a jar where its providers are unknown
   */
  public List<PluginException> problems() {
    return Collections.unmodifiableList(problems);
  }

  @Override
  public String toString() {
    String ids = methods.stream().map(KvMethod::id).collect(Collectors.joining(", "));
    return "plugins [" + ids + "], " + problems.size() + " problems";
  }
}

package dev.velox.api;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The class loader of one plugin without a module descriptor: its own jar first, then the libraries
 * beside it. Of services files of methods it shows its own jar's only.
 */
final class PluginLoader extends URLClassLoader {

  /**
   * A loader.
   *
   * @param jars the plugin's own jar, then others
   * @param parent what sees the API
   */
  PluginLoader(List<URL> jars, ClassLoader parent) {
    super("plugin", jars.toArray(URL[]::new), parent);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (!name.equals(PluginJar.SERVICES)) {
      return super.getResources(name);
    }
    URL own = findResource(name);
    return own == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(own));
  }
}

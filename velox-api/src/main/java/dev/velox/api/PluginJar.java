package dev.velox.api;

import dev.velox.api.spi.KvMethod;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * One jar of a plugin folder, as it describes itself.
 *
 * @param path where it is
 * @param explicit whether it has a module descriptor
 * @param services classes its services file names, in order, malformed lines included
 */
record PluginJar(Path path, boolean explicit, List<String> services) {
  /** The services file of methods. */
  static final String SERVICES = "META-INF/services/" + KvMethod.class.getName();

  /**
   * Reads a jar.
   *
   * @throws IOException if it is none
   */
  static PluginJar read(Path path) throws IOException {
    try (JarFile jar =
        new JarFile(path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
      return new PluginJar(path, jar.getEntry("module-info.class") != null, services(jar));
    }
  }

  private static List<String> services(JarFile jar) throws IOException {
    ZipEntry entry = jar.getEntry(SERVICES);
    if (entry == null) {
      return List.of();
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(jar.getInputStream(entry), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .distinct()
          .toList();
    }
  }

  PluginException problem(String provider, String reason, @Nullable Throwable cause) {
    return new PluginException(provider, path.toString(), reason, cause);
  }
}

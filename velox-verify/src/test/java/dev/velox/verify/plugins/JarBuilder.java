package dev.velox.verify.plugins;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.verify.modules.ProductModules;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Builds a jar from sources, and may spoil it: entries taken away, added, or given new bytes. */
final class JarBuilder {
  static final String SERVICES = "META-INF/services/dev.velox.api.spi.KvMethod";

  private final Map<String, byte[]> entries = new TreeMap<>();

  /** A jar of these sources, class name to text, compiled against libraries. */
  static JarBuilder of(Path work, Map<String, String> sources, Path... libraries)
      throws IOException {
    JarBuilder jar = new JarBuilder();
    Path classes = Files.createTempDirectory(work, "classes");
    compile(classes, sources, libraries);
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = classes.relativize(file).toString().replace('\\', '/');
        jar.entries.put(name, Files.readAllBytes(file));
      }
    }
    return jar;
  }

  /** A plugin that works, with a module descriptor or a services file or both. */
  static JarBuilder plugin(Path work, String packageName, String id, boolean module)
      throws IOException {
    return source(work, packageName, PluginSource.method(packageName, id), module);
  }

  /** A plugin of this source. */
  static JarBuilder source(Path work, String packageName, String source, boolean module)
      throws IOException {
    Map<String, String> sources = new TreeMap<>();
    sources.put(packageName + ".PluginMethod", source);
    sources.put(packageName + ".Plain", PluginSource.quantizer(packageName));
    if (module) {
      sources.put("module-info", PluginSource.module(packageName));
    }
    return of(work, sources).with(SERVICES, packageName + ".PluginMethod\n");
  }

  private static void compile(Path to, Map<String, String> sources, Path... libraries) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    String path =
        Stream.concat(Arrays.stream(libraries), Arrays.stream(ProductModules.modulePath()))
            .map(Path::toString)
            .collect(Collectors.joining(java.io.File.pathSeparator));
    boolean module = sources.containsKey("module-info");
    List<String> options = List.of("-d", to.toString(), "-proc:none", module ? "-p" : "-cp", path);
    StringWriter log = new StringWriter();
    List<JavaFileObject> units =
        sources.entrySet().stream()
            .<JavaFileObject>map(e -> new Source(e.getKey(), e.getValue()))
            .toList();
    DiagnosticListener<JavaFileObject> none = null;
    assertTrue(javac.getTask(log, null, none, options, null, units).call(), log::toString);
  }

  JarBuilder with(String name, String text) {
    return with(name, text.getBytes(StandardCharsets.UTF_8));
  }

  JarBuilder with(String name, byte[] bytes) {
    entries.put(name, bytes);
    return this;
  }

  JarBuilder without(String name) {
    assertTrue(entries.remove(name) != null, () -> name + " is not in " + entries.keySet());
    return this;
  }

  byte[] bytes(String name) {
    return entries.get(name).clone();
  }

  /** Claims a class file version. */
  JarBuilder withVersion(String name, int major) {
    byte[] bytes = bytes(name);
    bytes[6] = (byte) (major >> 8);
    bytes[7] = (byte) major;
    return with(name, bytes);
  }

  Path write(Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return jar;
  }

  /** Source text in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}

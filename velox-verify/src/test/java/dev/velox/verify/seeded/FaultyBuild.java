package dev.velox.verify.seeded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.verify.modules.ProductModules;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The product with one class compiled from a faulty source, beside the whole one in this JVM: a
 * class loader that loads the classes that may see the fault anew, and shares the rest.
 */
final class FaultyBuild extends URLClassLoader {
  private static final List<String> ABOVE_THE_CACHE =
      List.of("dev.velox.cache.", "dev.velox.tck.", "dev.velox.verify.");

  private final List<String> own;

  private FaultyBuild(List<URL> urls, List<String> own) {
    super(urls.toArray(URL[]::new), FaultyBuild.class.getClassLoader());
    this.own = own;
  }

  /** Compiles a fault and loads the product with it. */
  static FaultyBuild of(SeededFault fault, Path work) throws IOException {
    Path classes = Files.createTempDirectory(work, "faulty");
    compile(fault, classes);
    List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
    for (Path entry : ProductModules.classPath()) {
      urls.add(entry.toUri().toURL());
    }
    urls.add(fault.testClasses().toUri().toURL());
    boolean cacheOnly = fault.module().equals("velox-cache");
    return new FaultyBuild(urls, cacheOnly ? ABOVE_THE_CACHE : List.of("dev.velox."));
  }

  private static void compile(SeededFault fault, Path classes) throws IOException {
    var javac = ToolProvider.getSystemJavaCompiler();
    String path =
        ProductModules.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    Path folder = Files.createDirectories(classes.resolve("source"));
    Path file = folder.resolve(String.valueOf(fault.source().getFileName()));
    Files.writeString(file, fault.planted());
    StringWriter log = new StringWriter();
    DiagnosticListener<JavaFileObject> none = null;
    try (StandardJavaFileManager files = javac.getStandardFileManager(none, null, null)) {
      List<String> options = List.of("-d", classes.toString(), "-cp", path, "-proc:none");
      var units = files.getJavaFileObjects(file);
      boolean compiled = javac.getTask(log, files, none, options, null, units).call();
      assertTrue(compiled, () -> fault.name() + " does not compile: " + log);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (own.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  /** Runs a suite in this product. */
  @SuppressWarnings("unchecked")
  UnaryOperator<String> suites() throws ReflectiveOperationException {
    return (UnaryOperator<String>)
        loadClass(SuiteRunner.class.getName()).getDeclaredConstructor().newInstance();
  }
}

package dev.velox.verify.modules;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The product's modules as found on the class path of this test run. */
public final class ProductModules {
  /** Modules that must be found; a module that vanished is a failure, not a shorter loop. */
  static final List<String> NAMES =
      List.of(
          "dev.velox.accounting",
          "dev.velox.api",
          "dev.velox.baselines",
          "dev.velox.bench",
          "dev.velox.cache",
          "dev.velox.cli",
          "dev.velox.demomodel",
          "dev.velox.extensions",
          "dev.velox.kernels",
          "dev.velox.nuq",
          "dev.velox.runtime",
          "dev.velox.simd",
          "dev.velox.skvq",
          "dev.velox.tck",
          "dev.velox.turbo");

  private static final Pattern OURS =
      Pattern.compile(".*[/\\\\]velox-[a-z-]+[/\\\\]target[/\\\\].*");
  private static final Pattern FOR_TESTS =
      Pattern.compile(
          "(junit|jqwik|archunit|opentest4j|apiguardian|jmh|jopt|commons-math3|velox-tck|velox-bench"
              + "|surefire|common-java).*");

  private ProductModules() {}

  /** Every entry of the class path. */
  public static List<Path> classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<Path> result = new ArrayList<>();
    for (String entry : path.split(Pattern.quote(File.pathSeparator))) {
      if (!entry.isEmpty() && new File(entry).exists()) {
        result.add(Path.of(entry));
      }
    }
    return result;
  }

  /** The product's modules by name. */
  static Map<String, ModuleReference> found() {
    Path[] ours =
        classPath().stream()
            .filter(p -> OURS.matcher(p.toString()).matches() && !p.endsWith("test-classes"))
            .toArray(Path[]::new);
    Map<String, ModuleReference> result = new TreeMap<>();
    for (ModuleReference module : ModuleFinder.of(ours).findAll()) {
      result.put(module.descriptor().name(), module);
    }
    return result;
  }

  /** What a user would put on the module path: the product and its libraries, no test kit. */
  public static Path[] modulePath() {
    return classPath().stream()
        .filter(p -> !p.endsWith("test-classes"))
        .filter(p -> !FOR_TESTS.matcher(jarName(p)).matches())
        .toArray(Path[]::new);
  }

  private static String jarName(Path entry) {
    boolean classes = entry.endsWith("classes");
    return String.valueOf(
        classes ? entry.getParent().getParent().getFileName() : entry.getFileName());
  }
}

package dev.velox.verify.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleFinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classes of the product and the planted ones, read once, and words to speak about them. */
final class Imports {
  static final String ROOT = "dev.velox";
  static final String PLANTED_ROOT = "dev.velox.planted";

  static final List<String> METHODS = List.of("baselines", "nuq", "skvq", "turbo", "extensions");

  static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .importPackages(ROOT);
  static final JavaClasses PLANTED = new ClassFileImporter().importPackages(PLANTED_ROOT);

  private static final Map<String, String> JDK = jdkPackages();

  private Imports() {}

  private static Map<String, String> jdkPackages() {
    Map<String, String> result = new HashMap<>();
    for (var module : ModuleFinder.ofSystem().findAll()) {
      for (String name : module.descriptor().packages()) {
        result.put(name, module.descriptor().name());
      }
    }
    return result;
  }

  /** The module of the product that a class belongs to ({@code api}, {@code kernels}), or "". */
  static String module(String root, String packageName) {
    if (!packageName.startsWith(root + ".")) {
      return "";
    }
    String rest = packageName.substring(root.length() + 1);
    int dot = rest.indexOf('.');
    return dot < 0 ? rest : rest.substring(0, dot);
  }

  /** The JDK module that holds a package, or "". */
  static String jdkModule(String packageName) {
    return JDK.getOrDefault(packageName, "");
  }

  /** Classes of some modules of the product. */
  static DescribedPredicate<JavaClass> in(String root, List<String> modules) {
    return DescribedPredicate.describe(
        "are in " + modules, c -> modules.contains(module(root, c.getPackageName())));
  }

  /** Classes of the product outside some modules. */
  static DescribedPredicate<JavaClass> outside(String root, String... modules) {
    List<String> not = List.of(modules);
    return DescribedPredicate.describe(
        "are outside " + not,
        c -> {
          String module = module(root, c.getPackageName());
          return !module.isEmpty() && !module.equals("planted") && !not.contains(module);
        });
  }

  /** Classes whose type or any super type has this name. */
  static DescribedPredicate<JavaClass> a(String typeName) {
    return DescribedPredicate.describe("are a " + typeName, c -> c.isAssignableTo(typeName));
  }
}

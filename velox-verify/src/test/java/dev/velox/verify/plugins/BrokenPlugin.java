package dev.velox.verify.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The ways a plugin jar can be broken, and the word its report must contain. */
enum BrokenPlugin {
  MISSING_CLASS("Provider broken.missing_class.PluginMethod not found"),
  MISSING_SUPERCLASS("Base"),
  WRONG_TYPE("not a subtype"),
  CONSTRUCTOR_THROWS("IllegalStateException: no licence"),
  STATIC_INIT_ERROR("ArithmeticException"),
  NEWER_CLASS_VERSION("UnsupportedClassVersionError"),
  NO_PUBLIC_CONSTRUCTOR("NoSuchMethodException"),
  DUPLICATE_ID("both provide this id"),
  BAD_ID("8bit"),
  LIES_ABOUT_CAPABILITY("takes more memory in append than it planned"),
  THROWS_IN_ATTEND("failed in attend (java.lang.IllegalStateException: out of luck)"),
  MALFORMED_SERVICES("Illegal configuration-file syntax");

  private final String word;

  BrokenPlugin(String word) {
    this.word = word;
  }

  /** What the report of it must say. */
  String word() {
    return word;
  }

  String packageName() {
    return "broken." + name().toLowerCase(Locale.ROOT);
  }

  String provider() {
    return this == MALFORMED_SERVICES ? JarBuilder.SERVICES : packageName() + ".PluginMethod";
  }

  /** The jar's name. */
  String jar() {
    return name().toLowerCase(Locale.ROOT) + ".jar";
  }

  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it loads, and shows only when it is used. */
  boolean late() {
    return this == LIES_ABOUT_CAPABILITY || this == THROWS_IN_ATTEND;
  }

  /** Writes the jar, with a module descriptor where one is possible, or a services file alone. */
  Path write(Path work, Path folder, boolean module) throws IOException {
    String name = packageName();
    String source = source(PluginSource.method(name, id()));
    String type = name.replace('.', '/') + "/PluginMethod.class";
    Path jar = folder.resolve(jar());
    return switch (this) {
      case MISSING_CLASS -> JarBuilder.source(work, name, source, module).without(type).write(jar);
      case MISSING_SUPERCLASS -> missingSuperclass(work, module).write(jar);
      case WRONG_TYPE -> wrongType(work, module, type).write(jar);
      case NEWER_CLASS_VERSION ->
          JarBuilder.source(work, name, source, module).withVersion(type, 99).write(jar);
      case NO_PUBLIC_CONSTRUCTOR -> // javac refuses to provide it, so it comes from another jar
          JarBuilder.source(work, name, PluginSource.method(name, id()), module)
              .with(type, JarBuilder.source(work, name, source, false).bytes(type))
              .write(jar);
      case MALFORMED_SERVICES ->
          JarBuilder.source(work, name, source, false)
              .with(JarBuilder.SERVICES, "this is no class name\n")
              .write(jar);
      default -> JarBuilder.source(work, name, source, module).write(jar);
    };
  }

  private String source(String whole) {
    return switch (this) {
      case CONSTRUCTOR_THROWS ->
          whole.replace(
              "PluginMethod() {}",
              "PluginMethod() { throw new IllegalStateException(\"no licence\"); }");
      case STATIC_INIT_ERROR ->
          whole.replace("public PluginMethod()", "static int n = 1 / 0; public PluginMethod()");
      case NO_PUBLIC_CONSTRUCTOR -> whole.replace("PluginMethod() {}", "PluginMethod(int n) {}");
      case DUPLICATE_ID -> whole.replace(id(), "kivi");
      case BAD_ID -> whole.replace(id(), "8bit:fast");
      case LIES_ABOUT_CAPABILITY ->
          whole.replaceFirst(
              "\\}\\s*$",
              "public PlanReport plan(TrackContext c, int rows) { return super.plan(c, 0); } }");
      case THROWS_IN_ATTEND ->
          whole.replaceFirst(
              "\\}\\s*$",
              """
              public KvTrack open(TrackContext c) {
                KvTrack track = super.open(c);
                return (KvTrack) java.lang.reflect.Proxy.newProxyInstance(
                    KvTrack.class.getClassLoader(), new Class<?>[] {KvTrack.class}, (p, m, a) -> {
                      if (m.getName().equals("score") || m.getName().equals("accumulate"))
                        throw new IllegalStateException("out of luck");
                      try { return m.invoke(track, a); }
                      catch (java.lang.reflect.InvocationTargetException e) { throw e.getCause(); }
                    });
              } }
              """);
      default -> whole;
    };
  }

  private JarBuilder missingSuperclass(Path work, boolean module) throws IOException {
    Map<String, String> sources = new TreeMap<>();
    String name = packageName();
    String whole = PluginSource.method(name, id());
    sources.put(
        name + ".Base",
        whole
            .replace("public final class PluginMethod", "public class Base")
            .replace("public PluginMethod()", "public Base()"));
    sources.put(
        name + ".PluginMethod",
        "package "
            + name
            + "; public final class PluginMethod extends Base { public PluginMethod() {} }");
    sources.put(name + ".Plain", PluginSource.quantizer(name));
    if (module) {
      sources.put("module-info", PluginSource.module(name));
    }
    return JarBuilder.of(work, sources)
        .without(name.replace('.', '/') + "/Base.class")
        .with(JarBuilder.SERVICES, name + ".PluginMethod\n");
  }

  private JarBuilder wrongType(Path work, boolean module, String type) throws IOException {
    String name = packageName();
    String other =
        "package " + name + "; public final class PluginMethod { public PluginMethod() {} }";
    byte[] bytes = JarBuilder.of(work, Map.of(name + ".PluginMethod", other)).bytes(type);
    return JarBuilder.plugin(work, name, id(), module).with(type, bytes);
  }
}

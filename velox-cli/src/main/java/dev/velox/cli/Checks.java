package dev.velox.cli;

import dev.velox.accounting.Ledger;
import dev.velox.accounting.MemorySize;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Plugins;
import dev.velox.api.VeloxException;
import dev.velox.api.spi.KvMethod;
import dev.velox.kernels.Kernels;
import dev.velox.runtime.Velox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code doctor} looks at, one method each. */
final class Checks {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +([0-9]{1,15}) kB");

  private Checks() {}

  static List<Finding> all(VeloxCommand velox) {
    List<Finding> all = new ArrayList<>();
    all.add(Finding.ok("velox", VersionText.version()));
    all.add(java());
    all.add(Finding.ok("system", system()));
    all.add(kernels());
    all.add(nativeAccess());
    all.add(hugePages());
    all.add(memory());
    Methods methods = velox.methods();
    all.addAll(methods(methods));
    velox.plugins().forEach(folder -> all.addAll(plugins(methods, folder)));
    all.add(model(velox));
    return all;
  }

  private static Finding java() {
    String vendor = System.getProperty("java.vendor", "unknown vendor");
    String home = System.getProperty("java.home", "unknown place");
    return Finding.ok("java", Runtime.version() + ", " + vendor + ", in " + home);
  }

  private static String system() {
    return System.getProperty("os.name", "?")
        + " "
        + System.getProperty("os.version", "?")
        + " on "
        + System.getProperty("os.arch", "?")
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors";
  }

  private static Finding kernels() {
    try {
      Kernels kernels = Kernels.active();
      return kernels.vectorBits() > 0
          ? Finding.ok("kernels", kernels.description())
          : Finding.note("kernels", kernels.description() + "; several times slower than SIMD");
    } catch (VeloxException e) {
      return Finding.fault("kernels", String.valueOf(e.getMessage()));
    }
  }

  private static Finding nativeAccess() {
    List<String> without = new ArrayList<>();
    for (Class<?> member : List.of(Ledger.class, Velox.class)) {
      if (!member.getModule().isNativeAccessEnabled()) {
        without.add(String.valueOf(member.getModule().getName()));
      }
    }
    return without.isEmpty()
        ? Finding.ok("native access", "granted: cache memory comes from the system in slabs")
        : Finding.note(
            "native access",
            "not granted to "
                + without
                + ": no huge pages; start Java with --enable-native-access="
                + String.join(",", without));
  }

  private static Finding hugePages() {
    String setting;
    try {
      setting = Files.readString(HUGE_PAGES).strip();
    } catch (IOException e) {
      setting = "not offered by this system";
    }
    try (Ledger ledger = Ledger.unlimited()) {
      return ledger.report().hugePages()
          ? Finding.ok(
              "huge pages", "advised for slabs of 2 MiB and more; the system says " + setting)
          : Finding.note("huge pages", "not used; the system says " + setting);
    }
  }

  private static Finding memory() {
    String heap = "Java heap up to " + MemorySize.format(Runtime.getRuntime().maxMemory());
    try {
      Matcher matcher = AVAILABLE.matcher(Files.readString(MEMORY));
      if (matcher.find()) {
        long free = Long.parseLong(matcher.group(1)) * 1024;
        return Finding.ok("memory", MemorySize.format(free) + " available for caches; " + heap);
      }
    } catch (IOException e) {
      return Finding.ok("memory", heap);
    }
    return Finding.ok("memory", heap);
  }

  private static List<Finding> methods(Methods methods) {
    List<Finding> all = new ArrayList<>();
    all.add(
        methods.ids().isEmpty()
            ? Finding.fault("methods", "none is installed")
            : Finding.ok("methods", String.join(", ", methods.ids())));
    methods
        .problems()
        .forEach(p -> all.add(Finding.fault("plugin", String.valueOf(p.getMessage()))));
    return all;
  }

  /** The methods of a folder that are in force; the others are among the problems. */
  private static List<Finding> plugins(Methods methods, Plugins folder) {
    List<Finding> all = new ArrayList<>();
    for (KvMethod method : folder.methods()) {
      String id = method.id();
      if (methods.ids().contains(id) && methods.get(id).getClass().equals(method.getClass())) {
        all.add(Finding.ok("plugin", id + ": " + Plugins.describe(method)));
      }
    }
    return all;
  }

  /** Opens the built-in model, and with it the tokenizer's native library. */
  private static Finding model(VeloxCommand velox) {
    try (Velox model = velox.open(ModelOption.builtIn())) {
      KvShape shape = model.shape(0);
      int tokens = model.encode("Once upon a time", false).length;
      return Finding.ok(
          "built-in model",
          model.name()
              + " opens: "
              + shape.layers()
              + " layers, context "
              + shape.capacity()
              + "; its tokenizer works ('Once upon a time' is "
              + tokens
              + " tokens)");
    } catch (VeloxException e) {
      return Finding.fault("built-in model", String.valueOf(e.getMessage()));
    }
  }
}

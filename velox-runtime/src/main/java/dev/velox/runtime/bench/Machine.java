package dev.velox.runtime.bench;

import dev.velox.kernels.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the machine tells about itself, as far as speeds depend on it. */
final class Machine {
  private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/self/smaps_rollup");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KMG]?)");
  private static final long DEFAULT_CACHE = 32L << 20;

  private Machine() {}

  /** Bytes of the last-level cache; 32 MiB where the system does not say. */
  static long lastLevelCache() {
    long largest = 0;
    try (Stream<Path> found = Files.list(CACHES)) {
      for (Path index :
          found.filter(p -> p.getFileName().toString().startsWith("index")).toList()) {
        if (!Files.readString(index.resolve("type")).startsWith("Instruction")) {
          largest = Math.max(largest, size(Files.readString(index.resolve("size")).strip()));
        }
      }
    } catch (IOException notThere) {
      return DEFAULT_CACHE;
    }
    return largest == 0 ? DEFAULT_CACHE : largest;
  }

  private static long size(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return 0;
    }
    int shift =
        switch (matcher.group(2)) {
          case "K" -> 10;
          case "M" -> 20;
          case "G" -> 30;
          default -> 0;
        };
    return Long.parseLong(matcher.group(1)) << shift;
  }

  /** Bytes of this process that lie in huge pages; -1 where the system does not say. */
  static long hugePageBytes() {
    try {
      for (String line : Files.readAllLines(MEMORY)) {
        if (line.startsWith("AnonHugePages:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
    } catch (IOException notThere) {
      return -1;
    }
    return -1;
  }

  /** The processor's own name, or the architecture where there is none. */
  static String processor() {
    try {
      List<String> lines = Files.readAllLines(PROCESSORS);
      for (String line : lines) {
        if (line.toLowerCase(Locale.ROOT).startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException notThere) {
      return System.getProperty("os.arch", "unknown");
    }
    return System.getProperty("os.arch", "unknown");
  }

  /** The kernels in force. */
  static String kernels() {
    return Kernels.active().description();
  }
}

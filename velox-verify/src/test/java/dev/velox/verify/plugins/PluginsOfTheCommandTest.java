package dev.velox.verify.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.verify.modules.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on the module path takes plugins, whole and broken, modules and plain jars. */
class PluginsOfTheCommandTest {
  @TempDir Path work;

  @Test
  void everyBrokenOneIsListedAndTheHealthyOnesWork() throws Exception {
    for (boolean module : new boolean[] {true, false}) {
      Path folder = Files.createDirectory(work.resolve(module ? "modules" : "jars"));
      healthy(folder);
      for (BrokenPlugin broken : BrokenPlugin.values()) {
        broken.write(work, folder, module);
      }
      Command.Ran ran = Command.velox("doctor", "--plugin", folder.toString());
      assertEquals(3, ran.status(), ran.output());
      for (BrokenPlugin broken : BrokenPlugin.values()) {
        boolean described =
            ran.output()
                .lines()
                .anyMatch(
                    line ->
                        line.startsWith("plugin")
                            && line.contains(broken.late() ? " ok " : " fault ")
                            && line.contains(broken.jar())
                            && line.contains(broken.provider())
                            && (broken.late() || line.contains(broken.word())));
        assertTrue(described, broken + " is not described: " + ran.output());
      }
      assertTrue(ran.output().contains("first: healthy.first.PluginMethod"), ran.output());
      assertTrue(ran.output().contains("last: healthy.last.PluginMethod"), ran.output());
    }
  }

  @Test
  void aPluginCachesAText() throws Exception {
    Path folder = Files.createDirectory(work.resolve("plugins"));
    healthy(folder);
    for (String cache : new String[] {"first", "keys=last;values=kivi:bits=4"}) {
      Command.Ran ran =
          Command.velox(
              "generate",
              "-n",
              "3",
              "--json",
              "--plugin",
              folder.toString(),
              "--cache",
              cache,
              "Once");
      assertEquals(0, ran.status(), ran.output());
      assertTrue(ran.output().contains("\"tokens\":3"), ran.output());
    }
  }

  /** A plain jar, and a module that takes its quantizer from a library beside it. */
  private void healthy(Path folder) throws IOException {
    JarBuilder.plugin(work, "healthy.first", "first", false).write(folder.resolve("a.jar"));
    String name = "healthy.last";
    String plain =
        PluginSource.quantizer("library")
            .replace("final class", "public final class")
            .replace("  Plain(int dim)", "  public Plain(int dim)");
    Path library =
        JarBuilder.of(work, Map.of("library.Plain", plain)).write(folder.resolve("library.jar"));
    Map<String, String> sources =
        Map.of(
            name + ".PluginMethod",
            PluginSource.method(name, "last").replace("new Plain", "new library.Plain"),
            "module-info",
            PluginSource.module(name).replace(" }", " requires library; }"));
    JarBuilder.of(work, sources, library).write(folder.resolve("z.jar"));
  }
}

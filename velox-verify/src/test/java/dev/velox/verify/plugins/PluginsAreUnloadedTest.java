package dev.velox.verify.plugins;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Plugins;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody refers to any more is unloaded: a plugin's classes do not outlive its methods. */
class PluginsAreUnloadedTest {
  private static final int LOADS = 50;

  @Test
  void classesGoWithTheirMethods(@TempDir Path work) throws IOException {
    Path jar = JarBuilder.plugin(work, "healthy.one", "one", true).write(work.resolve("one.jar"));
    List<WeakReference<Class<?>>> classes = new ArrayList<>();
    for (int i = 0; i < LOADS; i++) {
      classes.add(new WeakReference<>(Plugins.load(jar).methods().getFirst().getClass()));
    }
    long left = LOADS;
    for (int i = 0; i < 20 && left > 0; i++) {
      System.gc();
      left = classes.stream().filter(c -> c.get() != null).count();
    }
    assertTrue(left == 0, left + " of " + LOADS + " classes are still loaded");
  }
}

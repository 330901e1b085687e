package dev.velox.verify.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.accounting.Ledger;
import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.PluginException;
import dev.velox.api.Plugins;
import dev.velox.api.Scratch;
import dev.velox.api.Workers;
import dev.velox.cache.KvCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each of twelve kinds of broken plugin is reported with jar, class and cause, and hides neither
 * the healthy ones beside it nor those installed. Here the library runs on the class path; {@link
 * PluginsOfTheCommandTest} sees the same on the module path.
 */
class BrokenPluginsAreSetAsideTest {
  private static final KvShape SHAPE = new KvShape(1, 1, 2, 32, 1024);
  private static final Methods INSTALLED = Methods.installed();

  @TempDir Path work;
  private Path folder = Path.of("");

  @BeforeEach
  void healthyOnBothSides() throws IOException {
    folder = Files.createDirectory(work.resolve("plugins with a space"));
    JarBuilder.plugin(work, "healthy.first", "first", false).write(folder.resolve("a.jar"));
    JarBuilder.plugin(work, "healthy.last", "last", true).write(folder.resolve("z.jar"));
  }

  @ParameterizedTest
  @EnumSource
  void itIsReportedAndHidesNoOther(BrokenPlugin broken) throws IOException {
    broken.write(work, folder, false);
    Methods methods = INSTALLED.with(Plugins.load(folder));
    assertTrue(methods.ids().containsAll(INSTALLED.ids()), methods.ids()::toString);
    assertTrue(methods.ids().containsAll(List.of("first", "last")), methods.ids()::toString);
    PluginException report;
    if (broken.late()) {
      assertEquals(List.of(), methods.problems());
      report = assertThrows(PluginException.class, () -> use(methods, broken.id()));
    } else {
      assertEquals(1, methods.problems().size(), methods.problems()::toString);
      report = methods.problems().getFirst();
    }
    String text = report.getMessage();
    assertTrue(report.source().contains(folder.resolve(broken.jar()).toString()), text);
    assertTrue(text.contains(broken.provider()), text);
    assertTrue(text.contains(broken.word()), text);
    for (String id : List.of("first", "last", "kivi")) {
      use(methods, id);
    }
  }

  /** Appends, attends and closes. */
  private static void use(Methods methods, String id) {
    float[] rows = new float[600 * 32];
    Arrays.fill(rows, 1);
    float[] out = new float[64];
    try (KvCaches caches = KvCaches.of(methods, Ledger.withBudget(700_000));
        KvCache cache = caches.open(SHAPE, CacheSpec.parse(id), AttentionSpec.plain(32))) {
      Ledger ledger = caches.ledger();
      try (Scratch scratch = cache.newScratch(Workers.single())) {
        long free = 700_000 - ledger.report().charged().resident();
        try (var rest =
            ledger.account("others").reserve(id.startsWith("lies") ? free - 100_000 : 0)) {
          cache.layer(0).append(rows, 0, rows, 0, 600);
        }
        cache.layer(0).attend(0, 2, rows, 0, out, 0, scratch);
      }
    }
    for (float x : out) {
      assertEquals(1, x, 0.01);
    }
  }

  @Test
  void twoPluginsOfOneIdAreBothRefused() throws IOException {
    Path one = JarBuilder.plugin(work, "twin.one", "twin", false).write(folder.resolve("one.jar"));
    Path two = JarBuilder.plugin(work, "twin.two", "twin", true).write(folder.resolve("two.jar"));
    Methods methods = INSTALLED.with(Plugins.load(folder));
    PluginException refused = assertThrows(PluginException.class, () -> methods.get("twin"));
    assertTrue(refused.source().contains(one.toString()), refused::getMessage);
    assertTrue(refused.source().contains(two.toString()), refused::getMessage);
    assertEquals(List.of(refused), methods.problems());
    assertTrue(methods.ids().containsAll(List.of("first", "last", "kivi")));
  }

  @Test
  void aCacheWhoseMethodFailedHalfWayCanOnlyBeClosed() throws IOException {
    String source =
        PluginSource.method("broken.late", "late")
            .replace(
                "return new Plain(context.shape().headDim());",
                "return new Plain(context.shape().headDim()) { int n; public void encode(float[] x,"
                    + " int at, java.lang.foreign.MemorySegment c, long o, float[] s, int z) {"
                    + " if (++n > 200) throw new IllegalStateException(\"tired\");"
                    + " super.encode(x, at, c, o, s, z); } };");
    JarBuilder.of(
            work,
            java.util.Map.of(
                "broken.late.PluginMethod",
                source,
                "broken.late.Plain",
                PluginSource.quantizer("broken.late").replace("final class", "class")))
        .with(JarBuilder.SERVICES, "broken.late.PluginMethod")
        .write(folder.resolve("late.jar"));
    Methods methods = INSTALLED.with(Plugins.load(folder));
    float[] rows = new float[600 * 32];
    try (KvCaches caches = KvCaches.of(methods, Ledger.unlimited())) {
      KvCache cache = caches.open(SHAPE, CacheSpec.parse("late"), AttentionSpec.plain(32));
      KvCache other = caches.open(SHAPE, CacheSpec.parse("first"), AttentionSpec.plain(32));
      for (int call = 0; call < 3; call++) {
        PluginException fault =
            assertThrows(PluginException.class, () -> cache.layer(0).append(rows, 0, rows, 0, 600));
        assertEquals("broken.late.PluginMethod", fault.provider());
      }
      assertThrows(PluginException.class, () -> cache.trim(0));
      cache.close();
      other.layer(0).append(rows, 0, rows, 0, 600);
      assertEquals(600, other.length());
      other.close();
      assertEquals(0, caches.ledger().report().charged().resident());
    }
  }

  @Test
  void aJarThatIsNoneAndAFolderWithoutPluginsAreReported() throws IOException {
    Files.writeString(folder.resolve("b.jar"), "not a jar");
    List<PluginException> problems = Plugins.load(folder).problems();
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().getMessage().contains("b.jar: cannot be read"));
    Path empty = Files.createDirectory(work.resolve("empty"));
    assertTrue(Plugins.load(empty).problems().getFirst().getMessage().contains("0 jars"));
    assertThrows(PluginException.class, () -> Plugins.load(work.resolve("none")));
  }

  @Test
  void oneJarMayBeNamedAlone() {
    Plugins plugins = Plugins.load(folder.resolve("z.jar"));
    assertEquals("last", plugins.methods().getFirst().id());
    assertEquals(List.of(), plugins.problems());
  }
}

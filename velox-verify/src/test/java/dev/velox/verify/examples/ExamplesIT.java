package dev.velox.verify.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.verify.modules.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both examples build and run against the jars of this build, as {@code ./build examples} does it,
 * and so does what {@code docs/write-a-method.md} says. Runs in the phase integration-test, when
 * all jars are there.
 */
class ExamplesIT {
  private static String output = "";

  @BeforeAll
  static void buildAndRun() throws IOException, InterruptedException {
    String script = Script.ROOT.resolve("etc/examples.sh").toString();
    Script ran =
        Script.run(
            Script.ROOT,
            List.of(script, System.getProperty("velox.localRepository"), Script.MAVEN));
    output = ran.output();
    assertEquals(0, ran.status(), output);
  }

  @Test
  void theApplicationPrintsWhatItsCachesSave() {
    for (String line : new String[] {"kvquant:bits=4", "kvquant:bits=3", "kvquant:bits=2"}) {
      assertTrue(output.contains(line), output);
    }
    assertTrue(output.contains("tokens of an 8B Llama"), output);
  }

  @Test
  void thePluginObeysTheLawsBothWays() {
    for (String suite : new String[] {"modules", "class-path-scalar"}) {
      Matcher tests = Pattern.compile(suite + ": ([0-9]+) tests passed").matcher(output);
      assertTrue(tests.find() && Integer.parseInt(tests.group(1)) > 100, output);
    }
  }

  @Test
  void theCommandTakesThePlugin() throws Exception {
    String folder = Script.ROOT.resolve("examples/plugin-int8/target").toString();
    Command.Ran ran =
        Command.velox(
            "generate", "-n", "3", "--json", "--plugin", folder, "--cache", "int8", "Once");
    assertEquals(0, ran.status(), ran.output());
    assertTrue(ran.output().contains("keys=int8:group-size=0,zero-point=true"), ran.output());
  }

  @Test
  void theGuideHolds(@TempDir Path folder) throws Exception {
    Guide guide = new Guide(Script.ROOT.resolve("docs/write-a-method.md"));
    Map<String, String> files = guide.files();
    assertEquals(6, files.size(), files.keySet()::toString);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    String command =
        guide.commands().stream().filter(c -> c.startsWith("mvn ")).findFirst().orElseThrow();
    List<String> maven = List.of("sh", "-c", command.replaceFirst("mvn", Script.MAVEN));
    Script whole = Script.run(folder, maven);
    assertEquals(0, whole.status(), whole.output());
    Command.Ran listed =
        Command.velox("methods", "--plugin", folder.resolve("target").toString(), "sym8");
    assertEquals(0, listed.status(), listed.output());
    Path quantizer = folder.resolve("src/main/java/com/example/sym8/Sym8Quantizer.java");
    String source = Files.readString(quantizer);
    assertTrue(source.contains("Math.rint"));
    Files.writeString(quantizer, source.replace("Math.rint", "Math.floor"));
    String broken =
        command.replaceFirst("mvn", Script.MAVEN).replace("verify", "-Dtest=*Contract* verify");
    Script fails = Script.run(folder, List.of("sh", "-c", broken));
    assertFalse(fails.status() == 0, fails.output());
    assertTrue(fails.output().contains("error is within its bound: keys: nmse "), fails.output());
  }
}

package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages hold all they need, name no outside address, and show the figures that were measured. */
class PagesStandAloneTest {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\">(.*?)</script>", Pattern.DOTALL);

  private static String page(Path file) throws IOException {
    String html = Files.readString(file);
    assertFalse(Pattern.compile("(?i)(https?:)?//[a-z0-9-]+\\.[a-z]").matcher(own(html)).find());
    assertFalse(html.contains("http://") || html.contains("https://"), "an outside address");
    assertFalse(html.contains("<link rel=\"stylesheet\"") || html.contains("<script src"), html);
    assertTrue(html.contains("default-src 'none'"));
    assertTrue(html.contains("name=\"viewport\"") && html.contains("prefers-color-scheme: dark"));
    assertTrue(html.contains("new Chart("));
    return html;
  }

  /** The page without the library's own text. */
  private static String own(String html) {
    return html.substring(0, html.lastIndexOf("</footer>"));
  }

  @Test
  void theReportHasEveryPlot(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("report.html");
    Ran ran =
        Ran.velox("report", "--html", file.toString(), "--windows", "1", "--context", "256").done();
    assertTrue(ran.err().contains("report.html"), ran.err());
    String html = page(file);
    for (String heading :
        new String[] {
          "Bits against quality",
          "Storage against reconstruction",
          "Distortion against the bounds",
          "Where kvquant puts its levels",
          "Attention error by width",
          "Attention error by layer"
        }) {
      assertTrue(html.contains("<h2>" + heading), heading);
    }
    Matcher data = DATA.matcher(html);
    int charts = 0;
    while (data.find()) {
      JsonNode chart = JsonMapper.shared().readTree(data.group(1));
      charts++;
      for (JsonNode series : chart.get("series")) {
        assertFalse(series.get("points").isEmpty(), series.toString());
      }
    }
    assertEquals(6, charts);
  }

  @Test
  void bothRotationsStayBetweenTheBounds(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("report.html");
    Ran.velox("report", "--html", file.toString(), "--windows", "1", "--context", "256").done();
    Matcher data = DATA.matcher(Files.readString(file));
    int seen = 0;
    while (data.find()) {
      for (JsonNode series : JsonMapper.shared().readTree(data.group(1)).get("series")) {
        if (series.get("name").stringValue().startsWith("turbo, ")) {
          for (JsonNode point : series.get("points")) {
            double bits = point.get(0).doubleValue();
            double error = point.get(1).doubleValue();
            assertTrue(error >= Math.pow(4, -bits), point.toString());
            assertTrue(error <= 1.05 * 2.7207 * Math.pow(4, -bits), point.toString());
            seen++;
          }
        }
      }
    }
    assertEquals(12, seen);
  }

  @Test
  void anEvaluationShowsItsRows(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("eval.html");
    String[] args = {
      "eval",
      "--windows",
      "1",
      "--context",
      "256",
      "--cache",
      "f16",
      "--bits",
      "3",
      "--cache",
      "kivi:bits=2;window=0",
      "--html",
      file.toString(),
      "--json"
    };
    JsonNode json = Ran.velox(args).json();
    String html = page(file);
    assertTrue(
        html.contains("<td>--bits 3</td>") && html.contains("<td>kivi:bits=2;window=0</td>"));
    JsonNode kivi = json.get("caches").get(1);
    String kl = ReportPage.round(kivi.get("kl").doubleValue(), 5).toString();
    assertTrue(html.contains(">" + new java.math.BigDecimal(kl).toPlainString() + "<"), kl);
  }

  @Test
  void namesInAPageAreText(@TempDir Path folder) throws IOException {
    Path model =
        Files.createDirectory(folder.resolve("<script>alert(1)</script>".replace('/', '_')));
    Models.copyBuiltIn(model);
    Path file = folder.resolve("eval.html");
    Ran.velox(
            "eval",
            "--model",
            model.toString(),
            "--windows",
            "1",
            "--context",
            "64",
            "--cache",
            "f16",
            "--html",
            file.toString())
        .done();
    assertFalse(Files.readString(file).contains("<script>alert"));
  }

  @Test
  void theDemoHasALineACache() {
    JsonNode json = Ran.velox("demo", "--context", "256", "--json").json();
    List<String> names = new ArrayList<>();
    String method = "none yet";
    double before = 0;
    for (JsonNode cache : json.get("caches")) {
      String name = cache.get("cache").stringValue();
      String id = name.substring(0, Math.max(0, name.indexOf(':')));
      double error = cache.get("attention").doubleValue();
      assertTrue(error > 0 && cache.get("codedBits").doubleValue() > 0, cache.toString());
      assertTrue(!id.equals(method) || error < before, "a bit more is better: " + cache);
      names.add(name);
      method = id;
      before = error;
    }
    assertTrue(json.get("caches").get(0).get("attention").doubleValue() < 1e-5, json.toString());
    for (String id : new String[] {"kivi", "kvquant", "skvq", "turbo", "turbo-ip", "uniform"}) {
      assertTrue(
          names.contains(id + ":bits=2") && names.contains(id + ":bits=4"), names.toString());
    }
  }

  @Test
  void aPageNeedsAPlace(@TempDir Path folder) {
    Ran.velox("report").refused(ExitCode.USAGE, "--html", "--markdown");
    String nowhere = folder.resolve("none/eval.html").toString();
    Ran ran =
        Ran.velox("eval", "--windows", "1", "--context", "32", "--cache", "f16", "--html", nowhere);
    assertEquals(ExitCode.RESOURCE, ran.status(), ran.err());
  }
}

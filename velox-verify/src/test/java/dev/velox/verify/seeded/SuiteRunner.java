package dev.velox.verify.seeded;

import dev.velox.api.Methods;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import dev.velox.tck.Subject;
import dev.velox.verify.laws.ErrorBounds;
import java.io.StringWriter;
import java.util.function.UnaryOperator;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs one suite in the product it was loaded with, and says what went wrong, or nothing. A suite
 * is a law, a test class of {@code dev.velox.cache}, {@code damage}: changed snapshots, or {@code
 * short}: what fewer than eight tokens show.
 */
public final class SuiteRunner implements UnaryOperator<String> {
  private static final String METHOD = "uniform";

  /** As reflection makes it. */
  public SuiteRunner() {}

  @Override
  public String apply(String suite) {
    if (suite.equals("short")) {
      return ShortRun.digest(Methods.installed(), "uniform:bits=4", "kivi:bits=2");
    }
    if (suite.equals("damage")) {
      return Damage.unnoticed();
    }
    int at = suite.indexOf('@');
    String method = at < 0 ? METHOD : suite.substring(at + 1);
    String law = at < 0 ? suite : suite.substring(0, at);
    return suite.endsWith("Test") ? tests(suite) : law(Law.valueOf(law), method);
  }

  private static String law(Law law, String method) {
    Methods methods = Methods.installed();
    return law(Laws.of(methods.get(method), methods, ErrorBounds.table()), law);
  }

  /** What breaks a law first. */
  static String law(Laws laws, Law law) {
    for (Subject subject : laws.subjects(law)) {
      try {
        law.check(subject);
      } catch (AssertionError | RuntimeException e) {
        return subject + ": " + e;
      }
    }
    return "";
  }

  private static String tests(String name) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    ClassLoader loader = SuiteRunner.class.getClassLoader();
    try {
      Class<?> type = Class.forName("dev.velox.cache." + name, true, loader);
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(DiscoverySelectors.selectClass(type))
              .build();
      LauncherFactory.create().execute(request, summary);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(name, e);
    }
    if (summary.getSummary().getTestsFoundCount() == 0) {
      throw new AssertionError("no test in " + name);
    }
    if (summary.getSummary().getTotalFailureCount() == 0) {
      return "";
    }
    StringWriter text = new StringWriter();
    summary
        .getSummary()
        .getFailures()
        .forEach(f -> text.append(String.valueOf(f.getException())).append("; "));
    return text.toString();
  }
}

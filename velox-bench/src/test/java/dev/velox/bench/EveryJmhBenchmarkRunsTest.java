package dev.velox.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.bench.jmh.CodeBenchmark;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every JMH benchmark runs to its end, once, in this process. */
class EveryJmhBenchmarkRunsTest {

  @Test
  void everyBenchmarkGivesATime() throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(CodeBenchmark.class.getPackageName())
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(1))
            .param("headDim", "64")
            .param("group", "1")
            .param("bits", "3")
            .param("cache", "kivi:bits=4")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    Collection<RunResult> results = new Runner(options).run();
    Set<String> classes = new TreeSet<>();
    for (RunResult result : results) {
      String name = result.getParams().getBenchmark();
      classes.add(name.replaceAll(".*[.](\\w+)Benchmark[.].*", "$1"));
      assertTrue(result.getPrimaryResult().getScore() > 0, name);
    }
    assertEquals(
        Set.of(
            "Code",
            "Codebook",
            "Encode",
            "Fit",
            "Group",
            "KeyTable",
            "Rotation",
            "Row",
            "Softmax",
            "ValueTable"),
        classes);
  }
}

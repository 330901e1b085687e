package dev.velox.cli;

import dev.velox.accounting.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Looks at everything the other commands need. */
@Command(
    name = "doctor",
    description =
        "Look at what the other commands need: Java, kernels, memory, methods, the built-in model.",
    footer = {"", "Exit status 3 if something does not work, 0 if all of it does."})
final class DoctorCommand implements Callable<Integer> {
  @ParentCommand private VeloxCommand velox;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    List<Finding> findings = Checks.all(velox);
    boolean works = findings.stream().noneMatch(f -> f.state() == Finding.State.FAULT);
    if (json) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("version", VersionText.version());
      object.put("works", works);
      object.put("checks", findings.stream().map(Finding::object).toList());
      JsonOutput.print(velox.streams().out(), object);
    } else {
      Table.Builder table = Table.builder().text("check").text("state").text("detail");
      findings.forEach(f -> table.row(f.check(), f.state().label(), f.detail()));
      velox.streams().out().print(table.build().text());
    }
    return works ? ExitCode.OK : ExitCode.DATA;
  }
}

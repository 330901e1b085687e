package dev.velox.cli;

import dev.velox.accounting.Table;
import dev.velox.api.Methods;
import dev.velox.api.PluginException;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists the installed methods, or the options of one. */
@Command(
    name = "methods",
    description = "List the installed methods, or the options of one.",
    footer = {
      "",
      "A method is used as --cache ID or --cache ID:OPTION=VALUE,OPTION=VALUE. A cache may have one"
          + " for keys and one for values, and settings of its own:",
      "  --cache 'keys=kivi:bits=4;values=uniform:bits=3;sinks=4;window=64;center=on;exact=f16'"
    })
final class MethodsCommand implements Callable<Integer> {
  @ParentCommand private VeloxCommand velox;

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "Show the options of this method: default, rule and meaning.")
  private @Nullable String id;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Methods methods = velox.methods();
    List<KvMethod> shown =
        id == null ? methods.ids().stream().map(methods::get).toList() : List.of(methods.get(id));
    if (json) {
      print(shown, methods.problems());
      return ExitCode.OK;
    }
    methods.problems().forEach(p -> velox.streams().note("left out: " + p.getMessage()));
    velox.streams().out().print(id == null ? list(shown) : details(shown.getFirst()));
    return ExitCode.OK;
  }

  private static String list(List<KvMethod> methods) {
    Table.Builder table = Table.builder().text("id").text("summary");
    methods.forEach(m -> table.row(m.id(), m.summary()));
    return table.build().text();
  }

  private static String details(KvMethod method) {
    String title = method.id() + ": " + method.summary() + "\n\n";
    List<OptionRow> rows = OptionRow.of(method);
    if (rows.isEmpty()) {
      return title + "It has no options.\n";
    }
    Table.Builder table =
        Table.builder().text("option").text("of").text("default").text("rule").text("meaning");
    for (OptionRow row : rows) {
      String roles = String.join(", ", row.roles().stream().map(Role::label).toList());
      table.row(row.name(), roles, row.defaultText(), row.rule(), row.summary());
    }
    return title + table.build().text();
  }

  private void print(List<KvMethod> methods, List<PluginException> problems) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (KvMethod method : methods) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("id", method.id());
      entry.put("summary", method.summary());
      entry.put("options", OptionRow.of(method).stream().map(MethodsCommand::entry).toList());
      all.add(entry);
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("methods", all);
    object.put("problems", problems.stream().map(Throwable::getMessage).toList());
    JsonOutput.print(velox.streams().out(), object);
  }

  private static Map<String, Object> entry(OptionRow row) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", row.name());
    entry.put("roles", row.roles().stream().map(Role::label).toList());
    entry.put("default", row.defaultText());
    entry.put("rule", row.rule());
    entry.put("summary", row.summary());
    return entry;
  }
}

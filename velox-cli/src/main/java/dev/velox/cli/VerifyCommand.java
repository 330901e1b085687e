package dev.velox.cli;

import dev.velox.accounting.MemorySize;
import dev.velox.accounting.Table;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.cache.KvCaches;
import dev.velox.cache.Snapshot;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Reads a snapshot whole, opens it, weighs it, and says what it holds. */
@Command(
    name = "verify",
    description = "Check a saved cache byte for byte, open it, and say what it holds.",
    footer = {
      "",
      "Exit status 3 if it is damaged or cannot be opened here, 0 if all of it is well."
    })
final class VerifyCommand implements Callable<Integer> {
  @ParentCommand private VeloxCommand velox;

  @Parameters(paramLabel = "SNAPSHOT", description = "What --save-cache or an application wrote.")
  private String file = "";

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Path path = TextInput.path(file);
    AtomicReference<Snapshot> seen = new AtomicReference<>();
    try (KvCaches caches = velox.caches();
        KvCache cache = caches.restore(path, seen::set)) {
      Snapshot snapshot = Objects.requireNonNull(seen.get());
      boolean exact = caches.audit(cache).exact();
      if (json) {
        JsonOutput.print(velox.streams().out(), object(snapshot, cache, exact));
      } else {
        velox.streams().out().print(table(snapshot, cache, exact).text());
      }
      return exact ? ExitCode.OK : ExitCode.DATA;
    }
  }

  private static Table table(Snapshot snapshot, KvCache cache, boolean exact) {
    KvShape s = snapshot.shape();
    Table.Builder table = Table.builder().text("part").text("found");
    table.row("file", snapshot.file() + ", " + MemorySize.format(snapshot.bytes()));
    table.row("checksums", "every section and the whole file as written");
    table.row(
        "shape",
        s.layers()
            + " layers, "
            + s.kvHeads()
            + " kv heads, "
            + s.queryHeads()
            + " query heads, head dim "
            + s.headDim());
    table.row("tokens", snapshot.length() + " of " + s.capacity());
    table.row("cache", snapshot.effective().toString());
    table.row(
        "opened",
        MemorySize.format(cache.bytes().resident())
            + " resident, "
            + MemorySize.format(s.f16Bytes(snapshot.length()))
            + " in f16; "
            + (exact ? "the audit finds the bytes reported" : "the audit finds OTHER bytes"));
    notes(snapshot).forEach((name, bytes) -> table.row("note " + name, bytes + " bytes"));
    return table.build();
  }

  private static Map<String, Object> object(Snapshot snapshot, KvCache cache, boolean exact) {
    KvShape s = snapshot.shape();
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("file", snapshot.file().toString());
    object.put("bytes", snapshot.bytes());
    object.put("layers", s.layers());
    object.put("kvHeads", s.kvHeads());
    object.put("queryHeads", s.queryHeads());
    object.put("headDim", s.headDim());
    object.put("capacity", s.capacity());
    object.put("tokens", snapshot.length());
    object.put("cache", snapshot.effective().toString());
    object.put("residentBytes", cache.bytes().resident());
    object.put("f16Bytes", s.f16Bytes(snapshot.length()));
    object.put("audited", exact);
    object.put("notes", notes(snapshot));
    return object;
  }

  private static Map<String, Integer> notes(Snapshot snapshot) {
    Map<String, Integer> notes = new TreeMap<>();
    snapshot.notes().forEach((name, bytes) -> notes.put(name, bytes.length));
    return notes;
  }
}

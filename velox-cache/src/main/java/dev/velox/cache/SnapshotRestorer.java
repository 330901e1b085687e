package dev.velox.cache;

import dev.velox.api.BudgetException;
import dev.velox.api.ByteReport;
import dev.velox.api.FormatException;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens a cache from a snapshot, whole or not at all. */
final class SnapshotRestorer {
  private static final String STARTS = "starts";
  private static final String ROWS = "rows";

  private final KvCaches caches;
  private final SnapshotReader in;
  private final RopeTables.Pending ropes;

  private SnapshotRestorer(KvCaches caches, SnapshotReader in) {
    this.caches = caches;
    this.ropes = caches.ropes().pending();
    this.in = in;
  }

  static SequenceCache restore(
      KvCaches caches, Path file, String account, Consumer<? super Snapshot> check) {
    try (SnapshotReader in = SnapshotReader.open(file)) {
      return new SnapshotRestorer(caches, in).restore(file, account, check);
    }
  }

  private SequenceCache restore(Path file, String account, Consumer<? super Snapshot> check) {
    FieldReader fields = in.fields(SnapshotFormat.Kind.RECIPE, 0, "recipe");
    RecipeFields saved = RecipeFields.read(fields, in.length());
    Map<String, byte[]> notes = notes();
    check.accept(
        new Snapshot(
            file,
            in.length(),
            saved.shape(),
            saved.spec(),
            saved.attention(),
            saved.length(),
            notes));
    CacheRecipe recipe = saved.resolve(fields, caches.methods());
    SequenceCache cache =
        new SequenceCache(recipe, caches.ledger().account(account), caches, this::layer);
    boolean done = false;
    try {
      in.end();
      if (cache.length() != saved.length()) {
        throw fields.fault("tokens", saved.length(), "must be " + cache.length());
      }
      ropes.keep();
      done = true;
      return cache;
    } finally {
      if (!done) {
        cache.close();
      }
    }
  }

  private Map<String, byte[]> notes() {
    Map<String, byte[]> notes = new TreeMap<>();
    for (int n = 0; in.nextIs(SnapshotFormat.Kind.NOTE); n++) {
      FieldReader fields = in.fields(SnapshotFormat.Kind.NOTE, n, "note " + n);
      String name = fields.text("name");
      if (notes.put(name, fields.bytes("bytes of " + name)) != null) {
        throw fields.fault("name", name, "must not stand twice");
      }
      fields.end();
    }
    return notes;
  }

  private LayerRows layer(LayerRecipe recipe, KvMemory memory, WriterScratch scratch) {
    RopePhases phases =
        recipe.keys().turns().map(r -> ropes.of(r, recipe.shape().capacity())).orElse(null);
    FieldReader fields =
        in.fields(SnapshotFormat.Kind.LAYER, recipe.index(), "layer " + recipe.index());
    LayerState state = LayerState.read(fields, recipe);
    RoleRows keys = role(recipe, Role.KEYS, state, memory, phases);
    RoleRows values = role(recipe, Role.VALUES, state, memory, null);
    return new LayerRows(recipe, keys, values, state, scratch);
  }

  private RoleRows role(
      LayerRecipe layer,
      Role role,
      LayerState state,
      KvMemory memory,
      @Nullable RopePhases phases) {
    String what = "layer " + layer.index() + " " + role.label();
    int index = SnapshotSaver.index(layer.index(), role);
    FieldReader fields = in.fields(SnapshotFormat.Kind.ROLE, index, what);
    RoleRecipe recipe = layer.role(role);
    RoleFields saved = RoleFields.read(fields, recipe, layer, state);
    checkEnds(fields, saved, layer, state);
    in.checkData(index, saved.bytes(), what + " rows");
    long at = in.position();
    RoleState held = saved.allocate(memory);
    in.data(index, RoleFields.segments(held), what + " rows");
    RoleRows rows;
    try {
      rows = new RoleRows(recipe, layer.frontier().sinks(), memory, phases, held);
      probe(rows, layer, state);
    } catch (BudgetException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new FormatException(
          in.file(),
          at,
          what + ", state of " + recipe.method().id(),
          e,
          "must be one that the method can open",
          e);
    }
    checkRoles(fields, held.track(), rows.state().track());
    return rows;
  }

  /** Bytes are charged under the roles the file gives them: they must be the method's own. */
  private static void checkRoles(FieldReader in, TrackState charged, TrackState opened) {
    Map<MemorySegment, ByteReport> roles = new HashMap<>();
    charged.parts().forEach(part -> roles.put(part.segment(), part.bytes()));
    for (TrackState.Part part : opened.parts()) {
      ByteReport found = roles.getOrDefault(part.segment(), part.bytes());
      if (!found.equals(part.bytes())) {
        throw in.fault("bytes of part " + part.name(), found, "must be " + part.bytes());
      }
    }
  }

  /** The blocks of the house's own tracks must reach from the first row in use to the frontier. */
  private static void checkEnds(
      FieldReader in, RoleFields saved, LayerRecipe layer, LayerState state) {
    long[] starts = saved.numbers().get(STARTS);
    long[] rows = saved.numbers().get(ROWS);
    if (starts == null || rows == null || starts.length != rows.length) {
      return;
    }
    int last = starts.length - 1;
    int sinks = layer.frontier().sinks();
    long end = last < 0 ? Math.max(sinks, state.forgotten()) : starts[last] + rows[last];
    boolean whole = last < 0 ? state.codedEnd() <= end : state.codedEnd() == end;
    if (!whole
        || (last >= 0 && (starts[0] < sinks || starts[0] > Math.max(sinks, state.forgotten())))) {
      throw in.fault(
          "blocks", starts.length + " up to " + end, "must reach to row " + state.codedEnd());
    }
  }

  /** Decodes the first and the last coded row in use, so that broken tables show themselves now. */
  private static void probe(RoleRows rows, LayerRecipe layer, LayerState state) {
    int first = Math.max(layer.frontier().sinks(), state.forgotten());
    if (first >= state.codedEnd()) {
      return;
    }
    RoleRecipe recipe = rows.recipe();
    TrackScratch scratch =
        new TrackScratch(recipe.traits().scratchFloats(), recipe.traits().scratchBytes());
    float[] row = new float[layer.shape().headDim()];
    for (int h = 0; h < layer.shape().kvHeads(); h++) {
      rows.track().decode(h, first, first + 1, row, 0, scratch);
      rows.track().decode(h, state.codedEnd() - 1, state.codedEnd(), row, 0, scratch);
    }
  }
}

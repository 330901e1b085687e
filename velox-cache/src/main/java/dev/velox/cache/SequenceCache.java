package dev.velox.cache;

import dev.velox.accounting.Account;
import dev.velox.accounting.Reservation;
import dev.velox.api.BitReport;
import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.CacheSpec;
import dev.velox.api.ClosedException;
import dev.velox.api.Figure;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.Scratch;
import dev.velox.api.TrimException;
import dev.velox.api.Workers;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One sequence: its layers, the account that holds their bytes, and the gate that keeps readers and
 * writer apart.
 */
final class SequenceCache implements KvCache {
  private final CacheRecipe recipe;
  private final Account account;
  private final KvCaches caches;
  private final Gate gate = new Gate();
  private final LayerView[] layers;

  /** Where the rows of a layer come from. */
  @FunctionalInterface
  interface Origin {
    LayerRows rows(LayerRecipe layer, KvMemory memory, WriterScratch writer);
  }

  /** A sequence of rows from somewhere; on failure the account is closed. */
  SequenceCache(CacheRecipe recipe, Account account, KvCaches caches, Origin origin) {
    this(recipe, account, caches, origin, 0);
  }

  private SequenceCache(
      CacheRecipe recipe, Account account, KvCaches caches, Origin origin, long bytes) {
    this.recipe = recipe;
    this.account = account;
    this.caches = caches;
    this.layers = new LayerView[recipe.shape().layers()];
    boolean done = false;
    try (Reservation reserved = account.reserve(bytes)) {
      account.chargeHeap(ByteRole.SCRATCH, WriterScratch.bytes(recipe.shape()));
      WriterScratch writer = new WriterScratch(recipe.shape());
      for (LayerRecipe layer : recipe.layers()) {
        LayerRows rows = origin.rows(layer, account, writer);
        layers[layer.index()] = new LayerView(this, rows);
      }
      done = true;
    } finally {
      if (!done) {
        account.close();
      }
    }
  }

  Gate gate() {
    return gate;
  }

  Account account() {
    return account;
  }

  CacheRecipe recipe() {
    return recipe;
  }

  TrackScratch trackScratch() {
    return new TrackScratch(
        recipe.scratch(TrackTraits::scratchFloats), recipe.scratch(TrackTraits::scratchBytes));
  }

  void scratchClosed(long bytes) {
    try {
      account.dischargeHeap(ByteRole.SCRATCH, bytes);
    } catch (ClosedException e) {
      // the cache was closed first and has given everything back
    }
  }

  private long exactBytes() {
    long bytes = WriterScratch.bytes(recipe.shape());
    for (LayerView view : layers) {
      for (RoleRows role : List.of(view.rows().keys(), view.rows().values())) {
        bytes += role.sinks().bytes() + role.tail().bytes();
      }
    }
    return bytes;
  }

  @Override
  public KvShape shape() {
    return recipe.shape();
  }

  @Override
  public CacheSpec effective() {
    return recipe.effective();
  }

  @Override
  public int length() {
    gate.checkOpen();
    return minLength();
  }

  private int minLength() {
    int length = Integer.MAX_VALUE;
    for (LayerView layer : layers) {
      length = Math.min(length, layer.rows().length());
    }
    return length;
  }

  @Override
  public LayerView layer(int index) {
    return layers[Objects.checkIndex(index, layers.length)];
  }

  @Override
  public boolean canTrim(int length) {
    gate.enterRead("canTrim");
    try {
      for (LayerView layer : layers) {
        if (length > layer.rows().length() || !layer.rows().canTrim(length)) {
          return false;
        }
      }
      return true;
    } finally {
      gate.exitRead();
    }
  }

  @Override
  public void trim(int length) {
    gate.enterWrite("trim");
    try {
      int held = minLength();
      if (length < 0 || length > held) {
        throw new TrimException(length, held, "a length to keep must be 0.." + held);
      }
      for (LayerView layer : layers) {
        layer.rows().checkTrim(length);
      }
      for (LayerView layer : layers) {
        layer.rows().trim(length);
      }
    } finally {
      gate.exitWrite();
    }
  }

  @Override
  public int rowsUntilSeal() {
    gate.enterRead("rowsUntilSeal");
    try {
      int rows = Integer.MAX_VALUE;
      for (LayerView layer : layers) {
        rows = Math.min(rows, layer.rows().rowsUntilSeal());
      }
      return rows;
    } finally {
      gate.exitRead();
    }
  }

  @Override
  public KvCache fork() {
    gate.enterRead("fork");
    try {
      Account forked = account.ledger().account("fork of " + account.name());
      return new SequenceCache(recipe, forked, caches, this::forkLayer, exactBytes());
    } finally {
      gate.exitRead();
    }
  }

  private LayerRows forkLayer(LayerRecipe layer, KvMemory into, WriterScratch writer) {
    RopePhases phases = caches.phases(layer.keys());
    return layers[layer.index()].rows().fork(into, phases, writer);
  }

  @Override
  public void snapshot(Path target, Map<String, byte[]> notes) {
    snapshot(target, notes, Disk.SYSTEM);
  }

  void snapshot(Path target, Map<String, byte[]> notes, Disk disk) {
    gate.enterRead("snapshot");
    try {
      List<LayerRows> rows = Stream.of(layers).map(LayerView::rows).toList();
      List<SnapshotSection> sections = SnapshotSaver.sections(recipe, minLength(), rows, notes);
      AtomicFile.replace(disk, target, out -> SnapshotWriter.write(sections, out));
    } finally {
      gate.exitRead();
    }
  }

  @Override
  public ByteReport bytes() {
    gate.checkOpen();
    return account.bytes();
  }

  @Override
  public BitReport bits() {
    gate.checkOpen();
    double keys = CachePlan.codedBits(recipe, true);
    double values = CachePlan.codedBits(recipe, false);
    double elements = 2.0 * shape().layers() * shape().rowFloats() * minLength();
    double resident = elements == 0 ? 0 : 8.0 * account.bytes().resident() / elements;
    return new BitReport(keys, values, (keys + values) / 2, resident);
  }

  @Override
  public List<Figure> figures() {
    gate.enterRead("figures");
    try {
      List<Figure> figures = new ArrayList<>();
      for (LayerView view : layers) {
        for (RoleRows role : List.of(view.rows().keys(), view.rows().values())) {
          String prefix =
              "layer-" + view.rows().recipe().index() + "-" + role.recipe().role().label() + "-";
          figures.add(new Figure(prefix + "exact-clamped", role.clamped()));
          for (Figure f : role.track().figures()) {
            figures.add(new Figure(prefix + f.name(), f.value()));
          }
        }
      }
      return figures;
    } finally {
      gate.exitRead();
    }
  }

  @Override
  public Scratch newScratch(Workers workers) {
    gate.enterRead("newScratch");
    try {
      return new ReaderScratch(this, recipe, workers);
    } finally {
      gate.exitRead();
    }
  }

  /** Every segment that can be reached from this cache. */
  List<TrackState.Part> parts() {
    gate.enterRead("audit");
    try {
      List<TrackState.Part> parts = new ArrayList<>();
      for (LayerView view : layers) {
        parts.addAll(view.rows().keys().parts());
        parts.addAll(view.rows().values().parts());
      }
      return parts;
    } finally {
      gate.exitRead();
    }
  }

  @Override
  public void close() {
    if (gate.close()) {
      account.close();
    }
  }
}

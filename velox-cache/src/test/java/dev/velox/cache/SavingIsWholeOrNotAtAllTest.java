package dev.velox.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.AttentionSpec;
import dev.velox.api.CacheSpec;
import dev.velox.api.KvCache;
import dev.velox.api.KvShape;
import dev.velox.api.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is replaced whole, in the one order that survives a power cut, or it stays as it was. */
class SavingIsWholeOrNotAtAllTest {
  private static final KvShape SHAPE = new KvShape(2, 1, 2, 8, 1024);

  @TempDir private Path folder;
  private KvCaches caches;
  private SequenceCache cache;
  private Path file;
  private byte[] old;

  /** A disk that writes down its calls and fails at one of them. */
  private static final class FailingDisk implements Disk {
    final List<String> calls = new ArrayList<>();
    private final int failAt;

    FailingDisk(int failAt) {
      this.failAt = failAt;
    }

    private void call(String name) throws IOException {
      calls.add(name);
      if (calls.size() - 1 == failAt) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public Output create(Path path) throws IOException {
      call("create");
      Output out = SYSTEM.create(path);
      return new Output() {
        @Override
        public void write(byte[] bytes, int count) throws IOException {
          out.write(bytes, count / 2);
          call("write");
          byte[] rest = java.util.Arrays.copyOfRange(bytes, count / 2, count);
          out.write(rest, rest.length);
        }

        @Override
        public void force() throws IOException {
          call("force");
          out.force();
        }

        @Override
        public void close() throws IOException {
          out.close();
          call("close");
        }
      };
    }

    @Override
    public void replace(Path source, Path target) throws IOException {
      call("replace");
      SYSTEM.replace(source, target);
    }

    @Override
    public void forceFolder(Path path) throws IOException {
      call("force folder");
      SYSTEM.forceFolder(path);
    }

    @Override
    public void delete(Path path) throws IOException {
      calls.add("delete");
      SYSTEM.delete(path);
    }
  }

  @BeforeEach
  void open() {
    caches = KvCaches.create();
    CacheSpec spec = CacheSpec.parse("uniform:bits=4");
    cache = (SequenceCache) caches.open(SHAPE, spec, AttentionSpec.plain(8));
    Rows rows = new Rows(SHAPE, 300, null, 1, 31);
    rows.append(cache, 0, 100);
    file = folder.resolve("cache.vlx");
    cache.snapshot(file);
    old = Saved.bytes(file);
    rows.append(cache, 100, 300);
  }

  @AfterEach
  void close() {
    cache.close();
    caches.close();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theOrderOfCallsSurvivesAPowerCut() {
    FailingDisk disk = new FailingDisk(-1);
    cache.snapshot(file, Map.of(), disk);
    List<String> order = disk.calls.stream().distinct().toList();
    assertEquals(List.of("create", "write", "force", "close", "replace", "force folder"), order);
    assertFalse(java.util.Arrays.equals(old, Saved.bytes(file)));
  }

  @Test
  void aFailureAtAnyCallLeavesTheOldFileAndNoOther() throws IOException {
    FailingDisk counting = new FailingDisk(-1);
    cache.snapshot(folder.resolve("other.vlx"), Map.of(), counting);
    Files.delete(folder.resolve("other.vlx"));
    assertTrue(counting.calls.size() > 20);
    for (int i = 0; i < counting.calls.size(); i++) {
      FailingDisk disk = new FailingDisk(i);
      StorageException e =
          assertThrows(StorageException.class, () -> cache.snapshot(file, Map.of(), disk));
      assertEquals(file.toString(), e.file());
      assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
      assertEquals(List.of("cache.vlx"), names(), "after a failure of call " + i);
      if (i < counting.calls.size() - 1) {
        assertArrayEquals(old, Saved.bytes(file), "after a failure of call " + i);
      }
    }
    try (KvCache whole = caches.restore(file)) {
      Saved.assertSame(caches, cache, whole);
    }
  }

  @Test
  void whatAKilledSaveLeftDoesNotDisturb() throws IOException {
    Files.write(folder.resolve(".cache.vlx.0.part"), new byte[] {1});
    Files.write(folder.resolve(".cache.vlx.1.part"), new byte[0]);
    cache.snapshot(file);
    try (KvCache whole = caches.restore(file)) {
      Saved.assertSame(caches, cache, whole);
    }
    assertEquals(List.of(".cache.vlx.0.part", ".cache.vlx.1.part", "cache.vlx"), names());
  }

  @Test
  void placesThatCannotBeWritten() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("folder"));
    for (Path place :
        List.of(inside, Path.of("/"), folder.resolve("no/such/file"), file.resolve("below"))) {
      assertThrows(StorageException.class, () -> cache.snapshot(place));
    }
    assertEquals(List.of("cache.vlx", "folder"), names());
    assertArrayEquals(old, Saved.bytes(file));
  }

  @Test
  void saversOfOneFileDoNotMix() throws InterruptedException, IOException {
    List<Thread> savers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      savers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 5; n++) {
                      cache.snapshot(file);
                    }
                  }));
    }
    for (Thread saver : savers) {
      saver.join();
    }
    try (KvCache whole = caches.restore(file)) {
      Saved.assertSame(caches, cache, whole);
    }
    assertEquals(List.of("cache.vlx"), names());
  }
}

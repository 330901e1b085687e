package dev.velox.simd;

import dev.velox.kernels.Kernels;
import dev.velox.kernels.KeyTableKernels;
import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;

/** How every table kernel is tried: sums are integers, so all paths give the same bits. */
final class TableTwins {
  private TableTwins() {}

  /** A key kernel. */
  private interface Score {
    void run(
        KeyTableKernels k,
        MemorySegment codes,
        long at,
        int blocks,
        int rows,
        MemorySegment tables,
        long to,
        float step,
        float bias,
        float[] scores,
        int so);
  }

  /** A value kernel. */
  private interface Add {
    void run(
        ValueTableKernels k,
        MemorySegment codes,
        long at,
        int groups,
        float[] book,
        int bo,
        float[] weights,
        int wo,
        int work,
        float max,
        float unit,
        float[] sums,
        int so);
  }

  static List<Twin> all() {
    return Stream.of(
            score("keyTables.nibbles", 64, 64, 255, KeyTableKernels::nibbles),
            score("keyTables.nibblesWide", 64, 128, 127, KeyTableKernels::nibblesWide),
            score("keyTables.sixes", 192, 256, 127, KeyTableKernels::sixes),
            score("keyTables.sixesWide", 192, 512, 127, KeyTableKernels::sixesWide),
            new Twin("keyTables.fill", true, TableTwins::fill),
            add("valueTables.nibbles", 2, 16, ValueTableKernels::nibbles),
            add("valueTables.nibblesWide", 2, 16, ValueTableKernels::nibblesWide),
            add("valueTables.triples", 8, 8, ValueTableKernels::triples),
            add("valueTables.triplesWide", 8, 8, ValueTableKernels::triplesWide),
            add("valueTables.crumbs", 4, 4, ValueTableKernels::crumbs),
            add("valueTables.crumbsWide", 4, 4, ValueTableKernels::crumbsWide),
            new Twin("keyTables.groups", true, TableTwins::groups),
            new Twin("valueTables.crumbGroups", true, TableTwins::crumbGroups))
        .toList();
  }

  /** A look-up of 16 entries has its table twice, one of 64 once. */
  private static Twin score(String name, int rowBytes, int tableBytes, int limit, Score call) {
    return new Twin(
        name,
        true,
        (k, t) -> {
          int rows = Math.min(t.n, rowBytes == 64 ? KeyTableKernels.MAX_ROWS : 64);
          int blocks = 1 + t.draw(4);
          MemorySegment codes = t.memory((long) blocks * rows * rowBytes);
          MemorySegment tables = tables(t, rows * tableBytes, rowBytes != 64, limit);
          call.run(
              k.keyTables(),
              codes,
              t.offset,
              blocks,
              rows,
              tables,
              t.offset,
              0.013f,
              -1.7f,
              t.floatsOut(64 * blocks),
              t.offset);
        });
  }

  /** Tables of 64 entries, or of 16 twice. */
  private static MemorySegment tables(Trial t, int bytes, boolean whole, int limit) {
    MemorySegment tables = t.memory(bytes);
    for (int i = 0; i < bytes; i++) {
      byte entry =
          whole || i % 32 < 16
              ? (byte) t.draw(limit + 1)
              : tables.get(ValueLayout.JAVA_BYTE, t.offset + i - i % 32 + i % 16);
      tables.set(ValueLayout.JAVA_BYTE, t.offset + i, entry);
    }
    return tables;
  }

  /** Codebooks for all channels or one a channel; odd counts leave an index half used. */
  private static void fill(Kernels k, Trial t) {
    int bits = 2 + t.draw(3);
    int dim = t.n;
    int lookups = bits == 3 ? 4 : 2;
    int channels = lookups * (bits == 4 ? 1 : 2);
    int indexes = (dim + channels - 1) / channels * lookups;
    int stride = t.draw(2) << bits;
    float[] levels = new float[t.offset + dim * stride + 32];
    for (int i = 0; i < levels.length; i++) {
      int place = (i - t.offset) & ((1 << bits) - 1);
      levels[i] = place - (1 << (bits - 1)) + 0.001f * t.draw(900);
    }
    boolean wide = t.draw(2) == 0;
    int limit = wide ? 16383 : 127;
    k.keyTables()
        .fill(
            bits,
            wide,
            t.floats(dim),
            t.offset,
            dim,
            indexes,
            levels,
            t.offset,
            stride,
            limit / 9.5f,
            limit,
            t.memoryOut(indexes * (bits == 3 ? 64L : 32L) * (wide ? 2 : 1)),
            t.offset);
  }

  private static Twin add(String name, int unitTokens, int levels, Add call) {
    return new Twin(
        name,
        true,
        (k, t) -> {
          int groups = 1 + t.draw(5);
          int rows = unitTokens == 8 ? 3 : 1;
          MemorySegment codes = t.memory(64L / unitTokens * groups * rows * 64);
          float[] book = new float[t.offset + 16];
          for (int i = 0; i < 16; i++) {
            book[t.offset + i] = (2f * (i % levels) + 1 - levels) / (levels - 1);
          }
          float[] weights =
              new float[t.offset + 64 + ValueTableKernels.SLACK + ValueTableKernels.WORK];
          float max = 1e-20f;
          for (int i = 0; i < 64; i++) {
            float w = t.draw(1000) * 0.001f * (t.draw(4) == 0 ? 1 : 0.01f) * (1 + t.n);
            weights[t.offset + i] = w;
            max = Math.max(max, w);
          }
          call.run(
              k.valueTables(),
              codes,
              t.offset,
              groups,
              book,
              t.offset,
              weights,
              t.offset,
              t.offset + 64 + ValueTableKernels.SLACK,
              max,
              2.7f,
              t.floatsInOut(64 * groups),
              t.offset);
        });
  }

  /** Weights of both signs; now and then a group has none. */
  private static void crumbGroups(Kernels k, Trial t) {
    int rows = 1 + t.draw(3);
    int group = 32 * (1 + t.draw(2 * rows));
    int groups = (64 * rows + group - 1) / group;
    MemorySegment codes = t.memory(16L * rows * 64);
    float[] book = new float[16];
    for (int i = 0; i < 16; i++) {
      book[i] = i < 4 ? (2f * i - 3) / 3 : book[i - 4];
    }
    int greatest = t.offset + 64 * groups + ValueTableKernels.SLACK;
    int work = greatest + 2 * groups;
    float[] f = new float[work + rows * ValueTableKernels.WORK];
    for (int g = 0; g < groups; g++) {
      boolean none = t.draw(5) == 0;
      for (int i = 0; i < 64; i++) {
        float w = none ? 0 : (t.draw(2001) - 1000) * 0.001f * (1 + t.n);
        f[t.offset + 64 * g + i] = w;
        f[greatest + 2 * g] = Math.max(f[greatest + 2 * g], Math.abs(w));
      }
    }
    k.valueTables()
        .crumbGroups(
            t.draw(2) == 1,
            codes,
            t.offset,
            rows,
            group,
            book,
            f,
            t.offset,
            greatest,
            work,
            2.7f,
            t.floatsInOut(64 * rows),
            t.offset);
  }

  private static void groups(Kernels k, Trial t) {
    int bits = 2 + t.draw(3);
    boolean wide = t.draw(2) == 1;
    int groups = 1 + t.draw(4);
    int rows = 1 + t.draw(bits == 3 ? 5 : 20);
    int lastRows = 1 + t.draw(rows);
    int all = (groups - 1) * rows + lastRows;
    MemorySegment codes = t.memory((long) all * (bits == 3 ? 192 : 64));
    int limit = wide || bits == 3 ? 127 : 255;
    MemorySegment tables =
        tables(t, all * (bits == 3 ? 256 : 64) * (wide ? 2 : 1), bits == 3, limit);
    int o = t.offset;
    k.keyTables()
        .groups(
            bits,
            wide,
            codes,
            o,
            rows,
            lastRows,
            groups,
            tables,
            o,
            t.floats((3 + 192) * groups),
            o + (3 + 64) * groups,
            o + (3 + 128) * groups,
            o + 3 * groups,
            o,
            o + 2 * groups,
            t.floatsOut(64),
            o);
  }
}

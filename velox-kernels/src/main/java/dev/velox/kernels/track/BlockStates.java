package dev.velox.kernels.track;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.FormatException;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Blocks and tables as named parts of a state, and back. */
final class BlockStates {
  private static final String STARTS = "starts";
  private static final String ROWS = "rows";
  private static final String PLACES = "places";

  private BlockStates() {}

  static List<TrackState.Part> parts(
      BlockLayout layout, BlockList blocks, List<MemorySegment> tables) {
    List<TrackState.Part> parts = new ArrayList<>();
    for (int t = 0; t < tables.size(); t++) {
      String name = tableName(layout, t);
      parts.add(new TrackState.Part(name, ByteRole.TABLES, tables.get(t)));
    }
    for (int b = 0; b < blocks.size(); b++) {
      boolean first = b == 0 || blocks.get(b).run() != blocks.get(b - 1).run();
      for (int p = 0; first && p < layout.planes().size(); p++) {
        ByteReport bytes = layout.planeBytes(p, blocks.get(b).run().places());
        parts.add(new TrackState.Part(planeName(layout, b, p), bytes, blocks.get(b).plane(p)));
      }
      for (int e = 0; e < layout.extras().size(); e++) {
        MemorySegment extra = blocks.get(b).ownExtra(e);
        if (extra != null) {
          ByteRole role = layout.extras().get(e).role();
          parts.add(new TrackState.Part(extraName(layout, b, e), role, extra));
        }
      }
    }
    return parts;
  }

  static Map<String, long[]> numbers(BlockList blocks) {
    long[] starts = new long[blocks.size()];
    long[] rows = new long[blocks.size()];
    long[] places = new long[blocks.size()];
    for (int b = 0; b < blocks.size(); b++) {
      starts[b] = blocks.get(b).start();
      rows[b] = blocks.get(b).rows();
      places[b] = blocks.get(b).place(0);
    }
    return Map.of(STARTS, starts, ROWS, rows, PLACES, places);
  }

  /** Fills blocks and tables; a state that does not fit the layout is refused. */
  static void restore(
      TrackState state, BlockLayout layout, BlockList blocks, List<MemorySegment> tables) {
    Map<String, MemorySegment> segments = new HashMap<>();
    state.parts().forEach(part -> segments.put(part.name(), part.segment()));
    long[] starts = numbers(state, STARTS);
    long[] rows = numbers(state, ROWS);
    if (starts.length != rows.length) {
      throw fault(ROWS, rows.length + " blocks", "must be as many as " + STARTS);
    }
    long[] places = numbers(state, PLACES);
    if (starts.length != places.length) {
      throw fault(PLACES, places.length + " blocks", "must be as many as " + STARTS);
    }
    BlockRun run = null;
    for (int b = 0; b < starts.length; b++) {
      check(b, starts, rows);
      int place = (int) places[b];
      if (run == null || segments.containsKey(planeName(layout, b, 0))) {
        run = takeRun(segments, layout, b);
      }
      if (place != places[b] || place < run.used() || place >= run.places()) {
        String allowed = "must be " + run.used() + ".." + (run.places() - 1);
        throw fault("place of block " + b, places[b], allowed);
      }
      Block block = new Block((int) starts[b], (int) rows[b], run, place, layout.extras().size());
      for (int e = 0; e < layout.extras().size(); e++) {
        MemorySegment extra = segments.remove(extraName(layout, b, e));
        if (extra != null) {
          block.attach(e, extra);
        }
      }
      blocks.add(block);
      blocks.inherit(b);
    }
    boolean begun = starts.length > 0 || !segments.isEmpty();
    for (int t = 0; begun && t < layout.tables().size(); t++) {
      tables.add(take(segments, tableName(layout, t), layout.tables().get(t).bytes()));
    }
    if (!segments.isEmpty()) {
      throw fault("part", segments.keySet(), "is none of this method's");
    }
  }

  static long[] numbers(TrackState state, String name) {
    long[] numbers = state.numbers().get(name);
    if (numbers == null) {
      throw fault(name, "missing", "must be there");
    }
    return numbers;
  }

  static long number(TrackState state, String name) {
    long[] numbers = numbers(state, name);
    if (numbers.length != 1) {
      throw fault(name, numbers.length + " numbers", "must be one");
    }
    return numbers[0];
  }

  private static void check(int b, long[] starts, long[] rows) {
    if (rows[b] < 1 || rows[b] > KvTrack.BLOCK) {
      throw fault("rows of block " + b, rows[b], "must be 1.." + KvTrack.BLOCK);
    }
    boolean inRange = starts[b] >= 0 && starts[b] + rows[b] <= Integer.MAX_VALUE;
    if (!inRange || (b > 0 && starts[b] != starts[b - 1] + rows[b - 1])) {
      throw fault("start of block " + b, starts[b], "must follow the block before");
    }
  }

  private static MemorySegment take(Map<String, MemorySegment> segments, String name, long bytes) {
    MemorySegment segment = segments.remove(name);
    if (segment == null || segment.byteSize() != bytes) {
      Object found = segment == null ? "missing" : segment.byteSize() + " bytes";
      throw fault(name, found, "must be " + bytes + " bytes");
    }
    return segment;
  }

  /** The run that begins with a block: as many places as its first plane has room for. */
  private static BlockRun takeRun(
      Map<String, MemorySegment> segments, BlockLayout layout, int block) {
    MemorySegment[] planes = new MemorySegment[layout.planes().size()];
    MemorySegment first = segments.get(planeName(layout, block, 0));
    long places = first == null ? 1 : Math.max(1, first.byteSize() / layout.planeBytes(0));
    for (int p = 0; p < planes.length; p++) {
      planes[p] = take(segments, planeName(layout, block, p), places * layout.planeBytes(p));
    }
    return new BlockRun(planes, Math.toIntExact(places));
  }

  private static String tableName(BlockLayout layout, int table) {
    return "table/" + layout.tables().get(table).name();
  }

  private static String planeName(BlockLayout layout, int block, int plane) {
    return "block/" + block + "/" + layout.planes().get(plane).name();
  }

  private static String extraName(BlockLayout layout, int block, int extra) {
    return "block/" + block + "/" + layout.extras().get(extra).name();
  }

  private static FormatException fault(String field, Object found, String allowed) {
    return new FormatException("track state", -1, field, found, allowed);
  }
}

package dev.velox.kernels.track;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a sealed block of 64 tokens consists of, and what a track keeps beside its blocks.
 *
 * @param kvHeads heads of the track
 * @param planes the segments of one block
 * @param tables frozen tables, taken once at the first append
 * @param extras segments that some blocks have and others have not
 */
public record BlockLayout(int kvHeads, List<Plane> planes, List<Table> tables, List<Extra> extras) {
  /** Copies the lists and refuses a name that stands twice. */
  public BlockLayout {
    planes = List.copyOf(planes);
    tables = List.copyOf(tables);
    extras = List.copyOf(extras);
    List<String> names =
        Stream.of(
                planes.stream().map(Plane::name),
                tables.stream().map(Table::name),
                extras.stream().map(Extra::name))
            .flatMap(n -> n)
            .toList();
    if (names.stream().distinct().count() != names.size()) {
      throw new IllegalArgumentException("a name stands twice in " + names);
    }
  }

  /**
   * A layout without extras.
   *
   * @param kvHeads heads of the track
   * @param planes the segments of one block
   * @param tables frozen tables
   */
  public BlockLayout(int kvHeads, List<Plane> planes, List<Table> tables) {
    this(kvHeads, planes, tables, List.of());
  }

  /**
   * One segment of a block, for all kv heads: head h starts at {@code h * bytesPerHead()}. What a
   * scan reads together lies in one plane: two streams of memory are slower than one.
   *
   * @param name what it holds, unique in the layout
   * @param perHead bytes of 64 tokens of one head by role, at least 1
   */
  public record Plane(String name, ByteReport perHead) {
    /**
     * A plane of one role.
     *
     * @param name what it holds, unique in the layout
     * @param role what its bytes are for
     * @param bytesPerHead bytes of 64 tokens of one head, at least 1
     */
    public Plane(String name, ByteRole role, long bytesPerHead) {
      this(name, ByteReport.of(role, bytesPerHead));
    }

    /**
     * The size of a head.
     *
     * @return bytes of 64 tokens
     */
    public long bytesPerHead() {
      return perHead.resident();
    }
  }

  /**
   * One frozen table, charged under {@link ByteRole#TABLES}.
   *
   * @param name what it holds, unique in the layout
   * @param bytes its size for all kv heads, at least 1
   */
  public record Table(String name, long bytes) {}

  /**
   * A segment that a block may have beside its planes: of a size only the rows tell, or in some
   * blocks only. The track attaches it while a block is filled; the plan is the track's to add.
   *
   * @param name what it holds, unique in the layout
   * @param role what its bytes are for
   * @param inherited whether blocks without their own use that of the nearest block before them,
   *     such as levels that hold from a block on
   */
  public record Extra(String name, ByteRole role, boolean inherited) {}

  /**
   * A layout without tables.
   *
   * @param kvHeads heads of the track
   * @param planes the segments of one block
   * @return the layout
   */
  public static BlockLayout of(int kvHeads, Plane... planes) {
    return new BlockLayout(kvHeads, List.of(planes), List.of());
  }

  /**
   * This layout with one more frozen table.
   *
   * @param name what it holds
   * @param bytes its size for all kv heads
   * @return the layout
   */
  public BlockLayout withTable(String name, long bytes) {
    List<Table> more = Stream.concat(tables.stream(), Stream.of(new Table(name, bytes))).toList();
    return new BlockLayout(kvHeads, planes, more, extras);
  }

  /**
   * This layout with one more plane.
   *
   * @param plane a segment of every block
   * @return the layout
   */
  public BlockLayout withPlane(Plane plane) {
    List<Plane> more = Stream.concat(planes.stream(), Stream.of(plane)).toList();
    return new BlockLayout(kvHeads, more, tables, extras);
  }

  /**
   * This layout with one more extra.
   *
   * @param name what it holds
   * @param role what its bytes are for
   * @param inherited whether later blocks use it too
   * @return the layout
   */
  public BlockLayout withExtra(String name, ByteRole role, boolean inherited) {
    return withExtras(List.of(new Extra(name, role, inherited)));
  }

  /**
   * This layout with more extras, such as one a head.
   *
   * @param added all of them
   * @return the layout
   */
  public BlockLayout withExtras(List<Extra> added) {
    List<Extra> more = Stream.concat(extras.stream(), added.stream()).toList();
    return new BlockLayout(kvHeads, planes, tables, more);
  }

  /**
   * The bytes of one plane of one block.
   *
   * @param plane its index
   * @return bytes for all kv heads
   */
  public long planeBytes(int plane) {
    return Math.multiplyExact(planes.get(plane).bytesPerHead(), (long) kvHeads);
  }

  /**
   * The bytes of one plane of some blocks.
   *
   * @param plane its index
   * @param places how many blocks
   * @return bytes for all kv heads, by role
   */
  ByteReport planeBytes(int plane, int places) {
    Math.multiplyExact(planeBytes(plane), (long) places);
    return planes.get(plane).perHead().times((long) kvHeads * places);
  }

  /**
   * The bytes of one block, extras apart; a short block takes as many as a full one.
   *
   * @return bytes by role
   */
  public ByteReport blockBytes() {
    ByteReport bytes = ByteReport.ZERO;
    for (Plane plane : planes) {
      bytes = bytes.plus(plane.perHead().times(kvHeads));
    }
    return bytes;
  }

  /**
   * The bytes of all frozen tables.
   *
   * @return bytes under {@link ByteRole#TABLES}
   */
  public ByteReport tableBytes() {
    return ByteReport.of(ByteRole.TABLES, tables.stream().mapToLong(Table::bytes).sum());
  }

  /**
   * The bytes after so many rows, appended in whole blocks and never trimmed, extras apart.
   *
   * @param rows coded rows, 0 or more
   * @return an exact plan
   */
  public PlanReport plan(int rows) {
    if (rows == 0) {
      return PlanReport.exactly(ByteReport.ZERO);
    }
    long blocks = ((long) rows + KvTrack.BLOCK - 1) / KvTrack.BLOCK;
    return PlanReport.exactly(blockBytes().times(blocks).plus(tableBytes()));
  }
}

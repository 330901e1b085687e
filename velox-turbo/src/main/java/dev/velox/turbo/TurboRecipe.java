package dev.velox.turbo;

import dev.velox.api.ByteRole;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.TrackContext;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.track.BlockLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * What the options of {@code turbo} come to for one track.
 *
 * @param map what happens to channels before rotation
 * @param groups one group, or the loudest channels and the others
 * @param rule which scale is stored
 * @param layout its planes and tables
 */
record TurboRecipe(ChannelMap map, List<Group> groups, ScaleRule rule, BlockLayout layout) {

  /** Copies the list. */
  TurboRecipe {
    groups = List.copyOf(groups);
  }

  static TurboRecipe of(TrackContext context, Codebooks books) {
    Config config = TurboOptions.resolve(context);
    int dim = context.shape().headDim();
    int loudest = config.get(TurboOptions.OUTLIER_CHANNELS);
    ChannelMap map = new ChannelMap(dim, loudest, config.get(TurboOptions.CHANNEL_SCALE));
    Builder builder = new Builder(context, config, books, map);
    if (loudest > 0) {
      builder.add("outlier-", loudest, config.get(TurboOptions.OUTLIER_BITS));
    }
    builder.add("", dim - loudest, config.get(TurboOptions.BITS));
    return builder.build(map, config.get(TurboOptions.SCALE));
  }

  /** Scratch bytes of the look-up tables of every group. */
  int scratchTables() {
    return groups.stream().mapToInt(g -> g.coded().tableBytes()).sum();
  }

  /** Whether tables are fitted on the first rows. */
  boolean fits() {
    return !map.identity();
  }

  /** Floats that the rotation of so many rows works on. */
  int rotationFloats(int rows) {
    int most = 0;
    for (int i = 0; i < groups.size(); i++) {
      most = Math.max(most, groups.get(i).rotation().workFloats(rows));
    }
    return most;
  }

  private static final class Builder {
    private final TrackContext context;
    private final Config config;
    private final Codebooks books;
    private final List<Group> groups = new ArrayList<>();
    private final List<BlockLayout.Plane> planes = new ArrayList<>();
    private BlockLayout layout;
    private int start;
    private int tableBytesAt;

    Builder(TrackContext context, Config config, Codebooks books, ChannelMap map) {
      this.context = context;
      this.config = config;
      this.books = books;
      this.layout = map.addTables(BlockLayout.of(context.shape().kvHeads()));
    }

    void add(String prefix, int dim, int bits) {
      Role role = context.role();
      RotationRule rule = config.get(TurboOptions.ROTATION);
      long seed = config.get(TurboOptions.SEED);
      Rotation rotation = Group.rotation(context, rule, seed, dim, groups.size());
      int table = -1;
      if (rotation.tableBytes() > 0) {
        table = layout.tables().size();
        layout = layout.withTable(prefix + "matrix", rotation.tableBytes());
      }
      Codebook book = books.of(config.get(TurboOptions.CODEBOOK), dim, bits);
      CodeLayout codes = CodeLayout.of(role, dim, bits);
      CodedRows coded =
          new CodedRows(codes, book, planes.size())
              .withTables(role, context.precision(), tableBytesAt);
      tableBytesAt += coded.tableBytes();
      groups.add(new Group(start, dim, book, rotation, coded, table));
      ByteRole bytes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
      planes.add(new BlockLayout.Plane(prefix + "codes", bytes, codes.bytes()));
      planes.add(
          new BlockLayout.Plane(prefix + "scales", ByteRole.PARAMETERS, CodedPlanes.scaleBytes()));
      start += dim;
    }

    TurboRecipe build(ChannelMap map, ScaleRule rule) {
      BlockLayout whole = new BlockLayout(layout.kvHeads(), planes, layout.tables());
      return new TurboRecipe(map, groups, rule, whole);
    }
  }
}

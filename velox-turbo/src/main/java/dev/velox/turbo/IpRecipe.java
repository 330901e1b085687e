package dev.velox.turbo;

import dev.velox.api.ByteRole;
import dev.velox.api.Role;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.TrackContext;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.track.BlockLayout;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the options of {@code turbo-ip} come to for one track.
 *
 * @param rotation the rotation of all channels
 * @param book levels of the first {@code bits - 1} bits, null at one bit
 * @param coded their planes, null at one bit
 * @param signs planes of the last bit
 * @param projection where the projection comes from
 * @param layout planes, and tables: the projection first, then the rotation's matrix
 */
record IpRecipe(
    Rotation rotation,
    @Nullable Codebook book,
    @Nullable CodedRows coded,
    CodedRows signs,
    FrozenRandom.Source projection,
    BlockLayout layout) {
  /** Use of random numbers, part of the format: 0 and 1 belong to rotations. */
  private static final int PROJECTION = 2;

  static final Codebook SIGNS = Codebook.signs();

  /** Options of {@code turbo-ip} with nothing left to choose. */
  static Config resolve(TrackContext context) {
    Config config = TurboOptions.resolveRotation(context, 0);
    int dim = context.shape().headDim();
    if (dim > RotationRule.MOST_STORED) {
      throw TurboOptions.tooWide(config.methodId(), "its projection", dim);
    }
    return config;
  }

  static IpRecipe of(TrackContext context, Codebooks books) {
    Config config = resolve(context);
    int dim = context.shape().headDim();
    long seed = config.get(TurboOptions.SEED);
    Rotation rotation = Group.rotation(context, config.get(TurboOptions.ROTATION), seed, dim, 0);
    int first = config.get(TurboOptions.BITS) - 1;
    Codebook book = first == 0 ? null : books.of(config.get(TurboOptions.CODEBOOK), dim, first);
    Role role = context.role();
    ByteRole bytes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    CodeLayout codes = CodeLayout.of(role, dim, Math.max(1, first));
    CodeLayout bits = CodeLayout.of(role, dim, 1);
    Stream<BlockLayout.Plane> planes =
        Stream.of(
            new BlockLayout.Plane("codes", bytes, codes.bytes()),
            new BlockLayout.Plane("scales", ByteRole.PARAMETERS, CodedPlanes.scaleBytes()),
            new BlockLayout.Plane("signs", bytes, bits.bytes()),
            new BlockLayout.Plane("residuals", ByteRole.PARAMETERS, CodedPlanes.scaleBytes()));
    List<BlockLayout.Plane> present = planes.skip(book == null ? 2 : 0).toList();
    BlockLayout layout =
        new BlockLayout(context.shape().kvHeads(), present, List.of())
            .withTable("projection", StoredMatrix.bytes(dim));
    layout =
        rotation.tableBytes() == 0 ? layout : layout.withTable("matrix", rotation.tableBytes());
    return new IpRecipe(
        rotation,
        book,
        book == null ? null : new CodedRows(codes, book, 0),
        new CodedRows(bits, SIGNS, book == null ? 0 : 2),
        new FrozenRandom.Source(seed, context.layer(), role, PROJECTION),
        layout);
  }
}

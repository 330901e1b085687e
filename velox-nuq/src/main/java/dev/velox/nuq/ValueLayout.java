package dev.velox.nuq;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.KvShape;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;
import dev.velox.kernels.layout.CodeLayout;
import dev.velox.kernels.layout.TableScan;
import dev.velox.kernels.track.BlockLayout;

/**
 * Where everything of a value track lies.
 *
 * <p>A block has codes, token-major; parameters as binary16, the offsets of 64 tokens and then
 * their scales, or the levels of each token; and {@link TokenOutliers}. The table of a shared
 * datatype is binary16, {@code [levels]} a head.
 *
 * <p>Scratch floats: sums {@code [8][headDim]}, what is added to all channels of each; levels of
 * the datatype or of a strip of tokens; offsets and scales of a strip, weights times scales of a
 * strip; one strip of rows; what {@link SharedScan} works with.
 */
record ValueLayout(
    ValueSettings settings,
    int kvHeads,
    int headDim,
    CodeLayout codes,
    boolean scanned,
    boolean exact) {
  static final int CODE_PLANE = 0;
  static final int PARAMETERS = 1;
  private static final int OUTLIERS = 2;

  /** Tokens in float form at a time. */
  static final int STRIP = 16;

  static ValueLayout of(TrackContext context) {
    ValueSettings settings = ValueSettings.of(context);
    KvShape shape = context.shape();
    CodeLayout codes = CodeLayout.values(shape.headDim(), settings.bits());
    boolean scanned =
        settings.levels() == ValueLevels.SHARED
            && TableScan.serves(codes, Precision.BALANCED, Role.VALUES);
    boolean exact = context.precision() == Precision.EXACT;
    return new ValueLayout(settings, shape.kvHeads(), shape.headDim(), codes, scanned, exact);
  }

  boolean shared() {
    return settings.levels() == ValueLevels.SHARED;
  }

  int levels() {
    return settings.count();
  }

  TokenOutliers outliers() {
    return new TokenOutliers(headDim, Ranks.count(headDim, settings.fraction()), OUTLIERS);
  }

  BlockLayout blocks() {
    BlockLayout layout =
        BlockLayout.of(
            kvHeads,
            new BlockLayout.Plane("codes", ByteRole.VALUE_CODES, codes.bytes()),
            new BlockLayout.Plane(
                shared() ? "parameters" : "levels", ByteRole.PARAMETERS, parameterBytes()));
    layout = outliers().addTo(layout);
    return shared() ? layout.withTable("levels", tableAt(kvHeads)) : layout;
  }

  private long parameterBytes() {
    return (long) Short.BYTES * KvTrack.BLOCK * (shared() ? 2 : levels());
  }

  long codesAt(int kvHead) {
    return kvHead * codes.bytes();
  }

  long tableAt(int kvHead) {
    return (long) Short.BYTES * levels() * kvHead;
  }

  long offsetsAt(int kvHead, int token) {
    return kvHead * parameterBytes() + (long) Short.BYTES * token;
  }

  long scalesAt(int kvHead, int token) {
    return offsetsAt(kvHead, KvTrack.BLOCK + token);
  }

  long tokenLevelsAt(int kvHead, int token) {
    return kvHead * parameterBytes() + (long) Short.BYTES * levels() * token;
  }

  TrackTraits traits() {
    boolean first = shared() && settings.fitTokens() == 0;
    return new TrackTraits(
        true,
        ExactType.F16,
        settings.fitRows(),
        first,
        1,
        0,
        tablesAt() + (scanned ? SharedScan.floats(outliers().k()) : 0),
        STRIP * headDim + CodeLayout.SLACK);
  }

  int constantsAt() {
    return KvTrack.MAX_QUERIES * headDim;
  }

  int levelsAt() {
    return constantsAt() + KvTrack.MAX_QUERIES;
  }

  int offsetsAt() {
    return levelsAt() + levels() * (shared() ? 1 : STRIP);
  }

  int scalesAt() {
    return offsetsAt() + STRIP;
  }

  int productsAt() {
    return scalesAt() + STRIP;
  }

  int stripAt() {
    return productsAt() + KvTrack.MAX_QUERIES * STRIP;
  }

  /** The floats that attention by tables of whole numbers works with. */
  int tablesAt() {
    return stripAt() + STRIP * headDim;
  }
}

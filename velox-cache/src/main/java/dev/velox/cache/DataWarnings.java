package dev.velox.cache;

import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.kernels.track.RopeTable;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once a layer and role that its data exceed what the settings in force can do justice to. */
final class DataWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(DataWarnings.class);

  /** A mean so many times longer than what changes is worth a word where it is not taken out. */
  private static final double STRONG = 4;

  private final RoleRecipe recipe;
  private boolean biasTold;
  private boolean clampTold;

  DataWarnings(RoleRecipe recipe) {
    this.recipe = recipe;
  }

  /** Numbers were clamped to fit binary16. */
  void clamped(long count) {
    if (!clampTold) {
      clampTold = true;
      LOG.warn(
          "layer {} {}: {} numbers of a row are beyond 65504 and were clamped; exact=f32 keeps exact"
              + " rows as they are, and a codec's row is clamped either way",
          recipe.template().layer(),
          recipe.role().label(),
          count);
    }
  }

  /** The first rows of a head, {@code [count][channel]}, that are coded with their mean in them. */
  void uncentred(int kvHead, int position, int count, float[] rows) {
    Optional<Rope> rope = recipe.template().attention().rope();
    if (biasTold || recipe.role() != Role.KEYS || !recipe.traits().coded()) {
      return;
    }
    double bias = bias(rope, position, Math.min(count, Mean.ROWS), rows);
    if (bias >= STRONG) {
      biasTold = true;
      LOG.warn(
          "layer {}, kv head {}: keys carry a constant {} times what changes in them, which every"
              + " code has to cover; center=on takes it out",
          recipe.template().layer(),
          kvHead,
          String.format(Locale.ROOT, "%.1f", bias));
    }
  }

  /** Length of the mean of un-rotated rows over the deviation from it. */
  private double bias(Optional<Rope> rope, int position, int count, float[] rows) {
    int dim = recipe.template().shape().headDim();
    RopeTable table = rope.map(RopeTable::of).orElse(null);
    double[] sum = new double[dim];
    double squares = 0;
    float[] row = new float[dim];
    for (int r = 0; r < count; r++) {
      System.arraycopy(rows, r * dim, row, 0, dim);
      if (table != null) {
        table.unrotate(position + r, row, 0);
      }
      for (int c = 0; c < dim; c++) {
        sum[c] += row[c];
        squares += (double) row[c] * row[c];
      }
    }
    double power = 0;
    for (double s : sum) {
      power += s / count * (s / count);
    }
    double spread = squares / count - power;
    return spread > 0 ? Math.sqrt(power / spread) : 0;
  }
}

package dev.velox.kernels.layout;

import static dev.velox.kernels.layout.GroupTables.TOKENS;

import dev.velox.api.spi.TrackScratch;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.UniformKernels;
import dev.velox.kernels.ValueTableKernels;
import dev.velox.kernels.WeightKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Weighted sums of values coded in groups of channels, as {@link GroupTables} says: a token's
 * weight is multiplied by the step of each group; zero points are summed apart, a number a group.
 * At 4 and 3 bits the products are rounded to whole numbers, 255 for the greatest of a block and
 * group, and multiplied by the codes; at 2 bits they become tables with entries of 7 bits. An exact
 * scan looks codes up as floats. Immutable.
 */
public final class GroupValueScan {
  private static final ValueTableKernels VALUES = Kernels.active().valueTables();
  private static final UniformKernels UNIFORM = Kernels.active().uniform();
  private static final WeightKernels WEIGHTS = Kernels.active().weights();

  private final GroupTables tables;
  private final float[] book = new float[16];
  private final int bits;
  private final boolean exact;
  private final boolean whole;
  private final int dim;
  private final int groups;
  private final float middle;
  private final float anchor;
  private final int steps;
  private final int zeros;
  private final int parts;
  private final int worths;
  private final int padded;
  private final int work;

  /**
   * A scan.
   *
   * @param tables the layout
   * @param exact whether all arithmetic is in float
   */
  public GroupValueScan(GroupTables tables, boolean exact) {
    this.tables = tables;
    this.exact = exact;
    this.bits = tables.codes().bits();
    this.whole = !exact && bits > 2;
    this.dim = tables.codes().dim();
    this.groups = tables.groups();
    this.middle = tables.middle();
    this.anchor = middle - tables.anchor();
    this.steps = tables.steps();
    this.zeros = tables.zeros();
    this.parts = tables.parts();
    this.worths = tables.worths();
    this.padded = tables.padded();
    this.work = tables.work();
    int mask = (1 << bits) - 1;
    for (int i = 0; i < book.length; i++) {
      float level = (i & mask) - middle;
      book[i] = exact ? level : level / middle;
    }
  }

  /**
   * What is scanned.
   *
   * @return the layout
   */
  public GroupTables tables() {
    return tables;
  }

  /**
   * Adds weighted tokens of a block to sums, whose steps and zero points are loaded; all 64 are
   * looked at.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param from first token within the block
   * @param to one past the last
   * @param queries how many
   * @param weights {@code weights[wo + j * stride + (t - from)]}
   * @param wo first float
   * @param stride floats between the weights of two queries
   * @param sums sums of codes in the scratch, {@code [queries][dim]}
   * @param levels sums of what the middle codes stand for in the scratch, {@code [queries][groups]}
   * @param scratch holds the sums
   * @param floatsAt first float of the tables' scratch
   */
  public void accumulate(
      MemorySegment codes,
      long at,
      int from,
      int to,
      int queries,
      float[] weights,
      int wo,
      int stride,
      int sums,
      int levels,
      TrackScratch scratch,
      int floatsAt) {
    float[] f = scratch.floats;
    int o = floatsAt + padded;
    Arrays.fill(f, o, o + TOKENS, 0);
    for (int j = 0; j < queries; j++) {
      System.arraycopy(weights, wo + j * stride, f, o + from, to - from);
      weigh(f, o, f, levels + j * groups, floatsAt);
      add(codes, at, f, sums + j * dim, floatsAt);
    }
  }

  /**
   * Multiplies the weights of a whole block by its steps, which are loaded, and rounds them.
   *
   * @param weights 64 weights
   * @param wo the first
   * @param f the scratch
   * @param levels sums of what the middle codes stand for in the scratch, {@code [groups]}
   * @param floatsAt first float of the tables' scratch
   */
  public void weigh(float[] weights, int wo, float[] f, int levels, int floatsAt) {
    int first = floatsAt + parts;
    int worth = floatsAt + worths;
    for (int g = 0; g < groups; g++) {
      int step = floatsAt + steps + g * TOKENS;
      int zero = floatsAt + zeros + g * TOKENS;
      int part = first + g * TOKENS;
      f[worth + 2 * g] = WEIGHTS.weigh(f, step, zero, anchor, weights, wo, f, part, f, levels + g);
    }
    for (int g = 0; whole && g < groups; g++) {
      float max = f[worth + 2 * g];
      int sum = UNIFORM.round(bits, f, first + g * TOKENS, max);
      f[worth + 2 * g] = max / UniformKernels.GREATEST;
      f[worth + 2 * g + 1] = -middle * sum * f[worth + 2 * g];
    }
  }

  /**
   * Adds the codes of a block, weighed, to a sum.
   *
   * @param codes memory of the codes
   * @param at first byte of the block
   * @param f the scratch
   * @param sums sums of codes in the scratch, {@code [dim]}
   * @param floatsAt first float of the tables' scratch
   */
  public void add(MemorySegment codes, long at, float[] f, int sums, int floatsAt) {
    int part = floatsAt + parts;
    int worth = floatsAt + worths;
    int w = floatsAt + work;
    int rows = dim / ValueTableKernels.CHANNELS;
    int group = tables.group();
    if (whole) {
      UNIFORM.add(bits, codes, at, rows, group, f, part, worth, w, f, sums);
    } else if (!exact) {
      VALUES.crumbGroups(false, codes, at, rows, group, book, f, part, worth, w, middle, f, sums);
    } else {
      for (int r = 0; r < rows; r++) {
        int channel = r * ValueTableKernels.CHANNELS;
        int a = part + channel / group * TOKENS;
        int b = part + (channel + GroupTables.HALF) / group * TOKENS;
        PackedScan.add(bits, codes, at, r, rows, book, 0, f, a, b, w, sums + channel);
      }
    }
  }
}

package dev.velox.api;

import java.util.Arrays;

/**
 * How a model rotates keys and queries by position: pair p turns by {@code position *
 * inverseFrequency(p)} radians.
 *
 * <p>Su et al., RoFormer, section 3.4; scaled forms: position interpolation (Chen et al.), Llama
 * 3.1 (bands by wavelength), YaRN (Peng et al., section 3.2).
 */
public final class Rope {

  /** Which two channels form a pair. */
  public enum Pairing {
    /** Channels i and i + dims/2: HuggingFace's rotate-half. */
    HALF,
    /** Channels 2i and 2i + 1: GPT-J, Meta's own Llama files. */
    INTERLEAVED
  }

  private final double[] inverseFrequencies;
  private final Pairing pairing;

  private Rope(double[] inverseFrequencies, Pairing pairing) {
    for (double f : inverseFrequencies) {
      if (!(Math.abs(f) <= Math.PI)) {
        throw new ConfigException(
            "rope",
            "inverse-frequency",
            f,
            "must be at most pi: a position turns a pair by half a circle at most");
      }
    }
    this.inverseFrequencies = inverseFrequencies;
    this.pairing = pairing;
  }

  /**
   * Plain rotary embedding, rotate-half.
   *
   * @param base the model's rope_theta, above 0
   * @param dims rotated channels of a head, even, at least 2; the rest of the head is not rotated
   * @return the rotation
   */
  public static Rope of(double base, int dims) {
    if (!(base > 0) || !Double.isFinite(base)) {
      throw new ConfigException("rope", "base", base, "must be finite and above 0");
    }
    if (dims < 2 || dims % 2 != 0) {
      throw new ConfigException("rope", "dims", dims, "must be even and at least 2");
    }
    double[] f = new double[dims / 2];
    for (int p = 0; p < f.length; p++) {
      f[p] = StrictMath.pow(base, -2.0 * p / dims);
    }
    return new Rope(f, Pairing.HALF);
  }

  /**
   * A rotation by given frequencies, rotate-half.
   *
   * @param inverseFrequencies radians a position, one a pair, each at most pi
   * @return the rotation
   */
  public static Rope withFrequencies(double... inverseFrequencies) {
    return new Rope(inverseFrequencies.clone(), Pairing.HALF);
  }

  /**
   * This rotation with another pairing of channels.
   *
   * @param pairing which channels form a pair
   * @return the rotation
   */
  public Rope withPairing(Pairing pairing) {
    return new Rope(inverseFrequencies, pairing);
  }

  /**
   * Position interpolation: every frequency divided by a factor.
   *
   * @param factor above 0
   * @return the rotation
   */
  public Rope linear(double factor) {
    positive("factor", factor);
    return new Rope(Arrays.stream(inverseFrequencies).map(f -> f / factor).toArray(), pairing);
  }

  /**
   * Llama 3.1 scaling: long wavelengths divided by the factor, short ones kept, a ramp between.
   *
   * @param factor the scale
   * @param lowFactor wavelengths above {@code original / lowFactor} are scaled
   * @param highFactor wavelengths below {@code original / highFactor} are kept
   * @param original context length the model was first trained on
   * @return the rotation
   */
  public Rope llama3(double factor, double lowFactor, double highFactor, int original) {
    positive("factor", factor);
    positive("original-length", original);
    if (!(highFactor > lowFactor)) {
      throw new ConfigException("rope", "high-factor", highFactor, "must be above low-factor");
    }
    double[] f = inverseFrequencies.clone();
    for (int p = 0; p < f.length; p++) {
      double wavelength = 2 * Math.PI / f[p];
      if (wavelength > original / lowFactor) {
        f[p] /= factor;
      } else if (wavelength >= original / highFactor) {
        double smooth = (original / wavelength - lowFactor) / (highFactor - lowFactor);
        f[p] = (1 - smooth) * f[p] / factor + smooth * f[p];
      }
    }
    return new Rope(f, pairing);
  }

  /**
   * YaRN: frequencies interpolated between kept and scaled by how often they turn within the first
   * context. Its factor on keys and queries is the engine's to apply; it scales rows and leaves the
   * angles alone.
   *
   * @param base the model's rope_theta
   * @param factor the scale
   * @param original context length the model was first trained on
   * @param betaFast turns above which a frequency is kept (usually 32)
   * @param betaSlow turns below which it is divided by the factor (usually 1)
   * @return the rotation
   */
  public Rope yarn(double base, double factor, int original, double betaFast, double betaSlow) {
    positive("factor", factor);
    positive("original-length", original);
    int dims = dims();
    double low = Math.max(Math.floor(turnsAt(betaFast, dims, base, original)), 0);
    double high = Math.min(Math.ceil(turnsAt(betaSlow, dims, base, original)), dims - 1);
    double span = low == high ? 0.001 : high - low;
    double[] f = inverseFrequencies.clone();
    for (int p = 0; p < f.length; p++) {
      double scaled = Math.clamp((p - low) / span, 0.0, 1.0);
      f[p] = f[p] / factor * scaled + f[p] * (1 - scaled);
    }
    return new Rope(f, pairing);
  }

  private static double turnsAt(double turns, int dims, double base, int original) {
    return dims * StrictMath.log(original / (turns * 2 * Math.PI)) / (2 * StrictMath.log(base));
  }

  private static void positive(String name, double value) {
    if (!(value > 0) || !Double.isFinite(value)) {
      throw new ConfigException("rope", name, value, "must be finite and above 0");
    }
  }

  /**
   * Rotated channels of a head.
   *
   * @return twice the pairs
   */
  public int dims() {
    return 2 * inverseFrequencies.length;
  }

  /**
   * Pairs of channels.
   *
   * @return half of {@link #dims()}
   */
  public int pairs() {
    return inverseFrequencies.length;
  }

  /**
   * Radians a position.
   *
   * @param pair which pair
   * @return its angle a step
   */
  public double inverseFrequency(int pair) {
    return inverseFrequencies[pair];
  }

  /**
   * The first channel of a pair.
   *
   * @param pair which pair
   * @return channel within the head
   */
  public int first(int pair) {
    return pairing == Pairing.HALF ? pair : 2 * pair;
  }

  /**
   * The second channel of a pair.
   *
   * @param pair which pair
   * @return channel within the head
   */
  public int second(int pair) {
    return pairing == Pairing.HALF ? pair + inverseFrequencies.length : 2 * pair + 1;
  }

  /**
   * Which channels form a pair.
   *
   * @return the pairing
   */
  public Pairing pairing() {
    return pairing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rope r
        && pairing == r.pairing
        && Arrays.equals(inverseFrequencies, r.inverseFrequencies);
  }

  @Override
  public int hashCode() {
    return 31 * pairing.hashCode() + Arrays.hashCode(inverseFrequencies);
  }

  @Override
  public String toString() {
    return "rope(" + dims() + " dims, " + pairing + ")";
  }
}

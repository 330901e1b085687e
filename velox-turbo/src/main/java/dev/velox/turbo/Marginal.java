package dev.velox.turbo;

/**
 * The distribution of one coordinate of a randomly rotated vector, scaled to unit variance.
 *
 * <p>On the unit sphere of D dimensions a coordinate t has density proportional to {@code (1 -
 * t^2)^((D-3)/2)}; {@code z = sqrt(D) t} has variance 1 and tends to a normal number. With {@code t
 * = sin u} the density in u is {@code cos(u)^(D-2)}, which is smooth for every D from 2 on, so that
 * plain Gauss-Legendre panels integrate it to rounding error.
 */
final class Marginal {
  /** Beyond nine standard deviations nothing is left. */
  private static final double FAR = 9;

  /** Widest panel, in standard deviations. */
  private static final double PANEL = 0.5;

  private static final double[] NODES = {
    0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363
  };
  private static final double[] WEIGHTS = {
    0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763
  };

  private final int dim;
  private final double radius;

  private Marginal(int dim) {
    this.dim = dim;
    this.radius = StrictMath.sqrt(dim);
  }

  /**
   * The marginal of a sphere.
   *
   * @param dim its dimensions, at least 2
   */
  static Marginal sphere(int dim) {
    return new Marginal(dim);
  }

  /** The limit of many dimensions. */
  static Marginal gaussian() {
    return new Marginal(0);
  }

  private boolean normal() {
    return dim == 0;
  }

  /** Greatest number considered. */
  double end() {
    return normal() ? FAR : Math.min(FAR, radius);
  }

  /** Density at a number between 0 and {@link #end()}, up to a factor common to all. */
  double density(double z) {
    return normal()
        ? StrictMath.exp(-z * z / 2)
        : StrictMath.pow(1 - z / radius * (z / radius), (dim - 3) / 2.0);
  }

  /**
   * Mass, first and second moment between two numbers, with the factor of {@link #density}.
   *
   * @param from 0 or more
   * @param to at most {@link #end()}
   * @param moments receives three numbers
   */
  void moments(double from, double to, double[] moments) {
    moments[0] = 0;
    moments[1] = 0;
    moments[2] = 0;
    double u0 = angle(from);
    double u1 = angle(to);
    int panels = Math.max(1, (int) Math.ceil((to - from) / PANEL));
    double half = (u1 - u0) / panels / 2;
    for (int p = 0; p < panels; p++) {
      double middle = u0 + (2 * p + 1) * half;
      for (int i = 0; i < NODES.length; i++) {
        add(middle - half * NODES[i], half * WEIGHTS[i], moments);
        add(middle + half * NODES[i], half * WEIGHTS[i], moments);
      }
    }
  }

  private double angle(double z) {
    return normal() ? z : StrictMath.asin(Math.min(1, z / radius));
  }

  private void add(double u, double weight, double[] moments) {
    double z = u;
    double mass = weight;
    if (normal()) {
      mass *= StrictMath.exp(-u * u / 2);
    } else {
      double t = StrictMath.sin(u);
      z = radius * t;
      mass *= radius * StrictMath.pow(1 - t * t, dim / 2.0 - 1);
    }
    moments[0] += mass;
    moments[1] += mass * z;
    moments[2] += mass * z * z;
  }
}

package dev.velox.turbo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Codebooks solved elsewhere, nine digits: 13 head dims and the Gaussian limit, 1 to 8 bits. */
final class GoldenCodebooks {
  /**
   * One of them.
   *
   * @param dim dimensions of the sphere, 0 for the Gaussian limit
   * @param bits width of a code
   * @param mse distortion a coordinate
   * @param levels positive levels
   */
  record Golden(int dim, int bits, double mse, double[] levels) {
    Marginal marginal() {
      return dim == 0 ? Marginal.gaussian() : Marginal.sphere(dim);
    }

    @Override
    public String toString() {
      return (dim == 0 ? "gaussian" : "sphere " + dim) + ", " + bits + " bits";
    }
  }

  private static final Pattern ENTRY =
      Pattern.compile(
          "\"d\":\\s*(\"gaussian\"|\\d+),\\s*\"bits\":\\s*(\\d+),\\s*\"mse\":\\s*([^,]+),"
              + "[^\\[]*\\[([^\\]]+)\\]");

  private GoldenCodebooks() {}

  static List<Golden> all() {
    try (var in = GoldenCodebooks.class.getResourceAsStream("codebooks.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<Golden> all = new ArrayList<>();
      Matcher m = ENTRY.matcher(text);
      while (m.find()) {
        int dim = m.group(1).startsWith("\"") ? 0 : Integer.parseInt(m.group(1));
        double[] levels =
            Arrays.stream(m.group(4).split(",")).mapToDouble(Double::parseDouble).toArray();
        all.add(
            new Golden(dim, Integer.parseInt(m.group(2)), Double.parseDouble(m.group(3)), levels));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Golden of(int dim, int bits) {
    return all().stream().filter(g -> g.dim() == dim && g.bits() == bits).findFirst().orElseThrow();
  }
}

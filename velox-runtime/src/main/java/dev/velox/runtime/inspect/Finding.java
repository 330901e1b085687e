package dev.velox.runtime.inspect;

import dev.velox.api.Role;
import java.util.List;
import java.util.Locale;

/**
 * Something about a sample that a choice of cache has to reckon with.
 *
 * @param kind what it is
 * @param layer the layer's place in the model
 * @param role keys or values
 * @param head kv head, or -1 for the whole layer
 * @param channels the channels it is about; empty where it is about all
 * @param size how large it is, as the kind says
 */
public record Finding(
    Kind kind, int layer, Role role, int head, List<Integer> channels, double size) {

  /** Keeps its own list. */
  public Finding {
    channels = List.copyOf(channels);
  }

  /** What can be found. */
  public enum Kind {
    /** Channels that carry a constant many times what changes; size: mean over deviation. */
    BIASED_CHANNELS("biased", "carry a constant %.0f times their spread"),
    /** Channels much wider than the others; size: deviation over the median channel's. */
    LOUD_CHANNELS("loud", "are %.0f times as wide as the median channel"),
    /** Heavy tails; size: kurtosis. */
    HEAVY_TAILS("heavy-tailed", "have heavy tails, kurtosis %.0f where a normal has 3"),
    /** A layer whose rows are far longer than those of others; size: over the median layer. */
    OUTLIER_LAYER("outlier-layer", "are %.0f times as long as those of the median layer"),
    /** A layer in which codes lose far more than in others; size: over the median layer. */
    LOSSY_LAYER("lossy-layer", "lose %.1f times as much to codes as those of the median layer");

    private final String label;
    private final String text;

    Kind(String label, String text) {
      this.label = label;
      this.text = text;
    }

    /**
     * Its name in text.
     *
     * @return lower case with dashes
     */
    public String label() {
      return label;
    }
  }

  /**
   * One sentence.
   *
   * @return such as {@code layer 3, head 1: keys of channels [4, 36] carry ...}
   */
  public String text() {
    return String.format(
        Locale.ROOT,
        "layer %d%s: %s%s " + kind.text,
        layer,
        head < 0 ? "" : ", head " + head,
        role.label(),
        channels.isEmpty() ? "" : " of channels " + channels,
        size);
  }
}

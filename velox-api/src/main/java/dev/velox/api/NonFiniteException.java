package dev.velox.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A NaN or infinity in the input, refused before anything was stored or chosen. */
public final class NonFiniteException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final @Nullable Role role;
  private final int layer;
  private final int token;
  private final int head;
  private final int channel;

  /**
   * A refused row.
   *
   * @param role keys or values
   * @param layer its layer
   * @param token its position in the sequence
   * @param head its kv head
   * @param channel its channel
   * @param value the number found
   */
  public NonFiniteException(Role role, int layer, int token, int head, int channel, float value) {
    super(
        String.format(
            Locale.ROOT,
            "%s hold %s at layer %d, token %d, head %d, channel %d; only finite numbers can be"
                + " stored, look for an overflow in the model before this layer",
            role.label(),
            value,
            layer,
            token,
            head,
            channel),
        null);
    this.role = role;
    this.layer = layer;
    this.token = token;
    this.head = head;
    this.channel = channel;
  }

  private NonFiniteException(int token, float value) {
    super(
        "the logit of token "
            + token
            + " is "
            + value
            + "; no token can be chosen from it, look for an overflow in the model",
        null);
    this.role = null;
    this.layer = -1;
    this.token = token;
    this.head = -1;
    this.channel = -1;
  }

  /**
   * A refused logit: no role, layer, head or channel, and {@link #token()} is the vocabulary entry.
   *
   * @param token which entry of the vocabulary
   * @param value the logit found
   * @return the error, to be thrown
   */
  public static NonFiniteException logit(int token, float value) {
    return new NonFiniteException(token, value);
  }

  /**
   * Keys or values.
   *
   * @return the role; null for a logit
   */
  public @Nullable Role role() {
    return role;
  }

  /**
   * Where: the layer.
   *
   * @return layer index
   */
  public int layer() {
    return layer;
  }

  /**
   * Where: the position in the sequence.
   *
   * @return token position
   */
  public int token() {
    return token;
  }

  /**
   * Where: the kv head.
   *
   * @return head index
   */
  public int head() {
    return head;
  }

  /**
   * Where: the channel.
   *
   * @return channel index
   */
  public int channel() {
    return channel;
  }
}

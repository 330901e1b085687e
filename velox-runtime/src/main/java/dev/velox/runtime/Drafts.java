package dev.velox.runtime;

/**
 * How a text was written: passes through the model, and tokens that were drafted and checked many
 * at a time.
 *
 * @param passes forward passes after the prompt was read
 * @param drafted tokens drafted by looking them up in what was said
 * @param accepted drafted tokens that the model chose as well
 */
public record Drafts(int passes, int drafted, int accepted) {

  /**
   * Drafted tokens that the model did not choose, or that came after one.
   *
   * @return {@code drafted - accepted}
   */
  public int rejected() {
    return drafted - accepted;
  }
}

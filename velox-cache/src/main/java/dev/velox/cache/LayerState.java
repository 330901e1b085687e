package dev.velox.cache;

import dev.velox.api.spi.KvTrack;

/**
 * How far one layer has come.
 *
 * @param length rows held
 * @param codedEnd one past the last coded position, at least the sinks
 * @param sealed whether a block was ever sealed: tables are frozen
 * @param forgotten rows before it may be gone
 * @param firstStep rows of the first sealing; {@code Integer.MAX_VALUE} while it is open
 */
record LayerState(int length, int codedEnd, boolean sealed, int forgotten, int firstStep) {

  static LayerState empty(LayerRecipe recipe) {
    return new LayerState(
        0,
        recipe.frontier().sinks(),
        false,
        0,
        recipe.sealsAll() ? Integer.MAX_VALUE : recipe.frontier().step(false));
  }

  FieldWriter write() {
    return new FieldWriter()
        .int32(length)
        .int32(codedEnd)
        .int32(sealed ? 1 : 0)
        .int32(forgotten)
        .int32(firstStep);
  }

  /** Reads a state that a layer of this recipe may be in. */
  static LayerState read(FieldReader in, LayerRecipe recipe) {
    Frontier frontier = recipe.frontier();
    int sinks = frontier.sinks();
    int length = in.int32("length", 0, recipe.shape().capacity());
    int codedEnd = in.int32("coded end", sinks, Math.max(sinks, length));
    boolean sealed = in.int32("sealed", 0, 1) == 1;
    if (!sealed && codedEnd > sinks) {
      throw in.fault("sealed", 0, "must be 1, rows up to " + codedEnd + " are coded");
    }
    int forgotten = in.int32("forgotten", 0, length);
    boolean seen = length > 0 && recipe.attention().firstVisible(length - 1) < forgotten;
    if (seen || forgotten > recipe.forgotten(recipe.shape().capacity())) {
      throw in.fault("forgotten", forgotten, "must be rows that no query sees any more");
    }
    int firstStep = in.int32("first step", 1, Integer.MAX_VALUE);
    boolean settled =
        recipe.sealsAll() ? fits(firstStep, recipe) : firstStep == frontier.step(false);
    if (!settled) {
      throw in.fault("first step", firstStep, "must be that of the methods");
    }
    LayerState state = new LayerState(length, codedEnd, sealed, forgotten, firstStep);
    long most = frontier.window() + state.step();
    if (state.tailRows() > most) {
      throw in.fault("length", length, "must be at most " + most + " rows beyond " + codedEnd);
    }
    in.end();
    return state;
  }

  private static boolean fits(int firstStep, LayerRecipe recipe) {
    return firstStep == Integer.MAX_VALUE
        || (firstStep % KvTrack.BLOCK == 0 && firstStep >= recipe.frontier().fitRows());
  }

  /** Rows of the next sealing. */
  long step() {
    return sealed ? KvTrack.BLOCK : firstStep;
  }

  /** Exact rows after the codes. */
  int tailRows() {
    return Math.max(0, length - codedEnd);
  }
}

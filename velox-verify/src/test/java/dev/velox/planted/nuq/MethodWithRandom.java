package dev.velox.planted.nuq;

import java.util.Random;

/** A method with an unfrozen generator. */
public final class MethodWithRandom {
  /** A number. */
  public int number = new Random().nextInt();
}

package dev.velox.planted.nuq;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A method with a library that only others may use. */
public final class MethodWithALibrary {
  /** A logger. */
  public Logger logger = LoggerFactory.getLogger("x");
}

package dev.velox.planted.api;

import java.util.logging.Logger;

/** An API type that needs a JDK module beyond java.base. */
public final class ApiWithLogging {
  /** A logger. */
  public Logger logger = Logger.getAnonymousLogger();
}

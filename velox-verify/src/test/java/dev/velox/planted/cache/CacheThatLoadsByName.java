package dev.velox.planted.cache;

/** An engine that loads a class it was told the name of. */
public final class CacheThatLoadsByName {
  /**
   * A type.
   *
   * @param name its name
   * @return the class
   * @throws ClassNotFoundException if there is none
   */
  public Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name);
  }
}

package dev.velox.api;

import org.jspecify.annotations.Nullable;

/**
 * A method provider that could not be loaded, whose id clashes with another's, or that failed in
 * use.
 */
public final class PluginException extends VeloxException {
  private static final long serialVersionUID = 1;

  private final String provider;
  private final String source;

  /**
   * A refused provider.
   *
   * @param provider its class, or its id where the class is unknown
   * @param source the jar or module it came from
   * @param reason what is wrong with it
   * @param cause the fault beneath, or null
   */
  public PluginException(String provider, String source, String reason, @Nullable Throwable cause) {
    super(provider + " from " + source + ": " + reason, cause);
    this.provider = provider;
    this.source = source;
  }

  /**
   * A faulty provider, where its class is at hand.
   *
   * @param provider its class
   * @param reason what is wrong with it
   * @param cause the fault beneath, or null
   * @return the error, naming the jar the class came from
   */
  public static PluginException of(Class<?> provider, String reason, @Nullable Throwable cause) {
    return new PluginException(provider.getName(), Providers.source(provider), reason, cause);
  }

  /**
   * Which provider.
   *
   * @return its class or id
   */
  public String provider() {
    return provider;
  }

  /**
   * Where it came from.
   *
   * @return a jar or module
   */
  public String source() {
    return source;
  }
}

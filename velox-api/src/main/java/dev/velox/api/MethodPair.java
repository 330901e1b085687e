package dev.velox.api;

/**
 * The methods of both roles. Written as one bare method, each role takes the options it knows;
 * written apart, each must know all of its own.
 *
 * @param keys the method of the keys
 * @param values the method of the values
 * @param shared whether both came from one bare method
 */
public record MethodPair(MethodSpec keys, MethodSpec values, boolean shared) {

  /**
   * One method for both roles.
   *
   * @param spec the method
   * @return the pair
   */
  public static MethodPair both(MethodSpec spec) {
    return new MethodPair(spec, spec, true);
  }

  /**
   * The method of one role.
   *
   * @param role keys or values
   * @return its spec
   */
  public MethodSpec of(Role role) {
    return role == Role.KEYS ? keys : values;
  }

  @Override
  public String toString() {
    return shared ? keys.toString() : "keys=" + keys + ";values=" + values;
  }
}

package dev.velox.api;

/**
 * Resident bytes by role. A plan, a ledger and an audit are all this record, so they compare with
 * {@code equals}.
 *
 * @param keyCodes packed key codes
 * @param valueCodes packed value codes
 * @param parameters scales, zero points, norms
 * @param outliers numbers kept apart
 * @param tables frozen tables and means
 * @param exact sinks, window and open block
 * @param scratch working memory
 * @param shared how many of the bytes above are shared with a fork; 0 in a plan
 */
public record ByteReport(
    long keyCodes,
    long valueCodes,
    long parameters,
    long outliers,
    long tables,
    long exact,
    long scratch,
    long shared) {

  /** No bytes at all. */
  public static final ByteReport ZERO = new ByteReport(0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * A report of one role only.
   *
   * @param role the role
   * @param bytes its bytes
   * @return the report
   */
  public static ByteReport of(ByteRole role, long bytes) {
    return ZERO.plus(role, bytes);
  }

  /**
   * The bytes of one role.
   *
   * @param role the role
   * @return its bytes
   */
  public long of(ByteRole role) {
    return switch (role) {
      case KEY_CODES -> keyCodes;
      case VALUE_CODES -> valueCodes;
      case PARAMETERS -> parameters;
      case OUTLIERS -> outliers;
      case TABLES -> tables;
      case EXACT -> exact;
      case SCRATCH -> scratch;
    };
  }

  /**
   * This report with more bytes in one role.
   *
   * @param role the role
   * @param bytes bytes to add; may be negative
   * @return the sum
   */
  public ByteReport plus(ByteRole role, long bytes) {
    return new ByteReport(
        keyCodes + (role == ByteRole.KEY_CODES ? bytes : 0),
        valueCodes + (role == ByteRole.VALUE_CODES ? bytes : 0),
        parameters + (role == ByteRole.PARAMETERS ? bytes : 0),
        outliers + (role == ByteRole.OUTLIERS ? bytes : 0),
        tables + (role == ByteRole.TABLES ? bytes : 0),
        exact + (role == ByteRole.EXACT ? bytes : 0),
        scratch + (role == ByteRole.SCRATCH ? bytes : 0),
        shared);
  }

  /**
   * The sum of two reports, role by role.
   *
   * @param other the other report
   * @return the sum
   */
  public ByteReport plus(ByteReport other) {
    return new ByteReport(
        keyCodes + other.keyCodes,
        valueCodes + other.valueCodes,
        parameters + other.parameters,
        outliers + other.outliers,
        tables + other.tables,
        exact + other.exact,
        scratch + other.scratch,
        shared + other.shared);
  }

  /**
   * This report, {@code n} times.
   *
   * @param n a factor
   * @return the product
   */
  public ByteReport times(long n) {
    return new ByteReport(
        keyCodes * n,
        valueCodes * n,
        parameters * n,
        outliers * n,
        tables * n,
        exact * n,
        scratch * n,
        shared * n);
  }

  /**
   * This report with another figure of shared bytes.
   *
   * @param bytes bytes shared with forks
   * @return the report
   */
  public ByteReport withShared(long bytes) {
    return new ByteReport(
        keyCodes, valueCodes, parameters, outliers, tables, exact, scratch, bytes);
  }

  /**
   * Every byte the cache holds, scratch and shared bytes included.
   *
   * @return the sum over all roles
   */
  public long resident() {
    return keyCodes + valueCodes + parameters + outliers + tables + exact + scratch;
  }

  /**
   * The bytes that would return if this cache were closed now.
   *
   * @return resident minus shared
   */
  public long own() {
    return resident() - shared;
  }
}

package dev.velox.kernels.track;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.Role;

/**
 * A plane in which the codes of a block lie behind the parameters they are read with, so that a
 * scan reads one stream of memory: parameters first, for weights are multiplied by steps before a
 * code is looked at. Immutable.
 *
 * @param role keys or values
 * @param parameterBytes bytes of the parameters of 64 tokens of one head
 * @param codeBytes bytes of their codes
 */
public record CodedPlane(Role role, long parameterBytes, long codeBytes) {
  /**
   * The plane of a layout.
   *
   * @return named {@code block}, its bytes by role
   */
  public BlockLayout.Plane plane() {
    ByteRole codes = role == Role.KEYS ? ByteRole.KEY_CODES : ByteRole.VALUE_CODES;
    return new BlockLayout.Plane(
        "block", ByteReport.of(codes, codeBytes).plus(ByteRole.PARAMETERS, parameterBytes));
  }

  /**
   * Bytes from a block to the next of the same head and run.
   *
   * @return bytes of parameters and codes
   */
  public long stride() {
    return parameterBytes + codeBytes;
  }

  /**
   * Where parameters begin.
   *
   * @param place of a head's block, as {@link Block#place} gives it
   * @return the byte
   */
  public long parametersAt(int place) {
    return place * stride();
  }

  /**
   * Where codes begin.
   *
   * @param place of a head's block, as {@link Block#place} gives it
   * @return the byte
   */
  public long codesAt(int place) {
    return place * stride() + parameterBytes;
  }
}

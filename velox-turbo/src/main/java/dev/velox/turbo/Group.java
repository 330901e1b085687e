package dev.velox.turbo;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackContext;

/**
 * Channels that are rotated and coded together.
 *
 * @param start its first place among the channels of a row
 * @param dim its channels
 * @param book its levels
 * @param rotation its rotation
 * @param coded its planes
 * @param table index of its matrix among the track's tables; -1 without one
 */
record Group(int start, int dim, Codebook book, Rotation rotation, CodedRows coded, int table) {
  /** Uses of random numbers, part of the format: group g draws from stream g. */
  static Rotation rotation(TrackContext context, RotationRule rule, long seed, int dim, int use) {
    Role role = context.role();
    FrozenRandom.Source source = new FrozenRandom.Source(seed, context.layer(), role, use);
    return rule == RotationRule.QR
        ? new QrRotation(dim, source)
        : HadamardRotation.draw(dim, source.open());
  }
}

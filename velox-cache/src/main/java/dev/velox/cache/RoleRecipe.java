package dev.velox.cache;

import dev.velox.api.ExactType;
import dev.velox.api.Role;
import dev.velox.api.Rope;
import dev.velox.api.spi.Config;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackState;
import dev.velox.api.spi.TrackTraits;
import java.util.Optional;

/**
 * How one role of one layer is stored, every setting resolved.
 *
 * @param method the method
 * @param template its context, with memory that refuses
 * @param traits what it asked for
 * @param exact the type of its exact rows
 * @param centred whether its mean is taken out
 */
record RoleRecipe(
    KvMethod method, TrackContext template, TrackTraits traits, ExactType exact, boolean centred) {

  Role role() {
    return template.role();
  }

  Config config() {
    return template.config();
  }

  /** The rotation that its mean must follow, if it has one. */
  Optional<Rope> turns() {
    return centred && role() == Role.KEYS ? template.attention().rope() : Optional.empty();
  }

  /** An empty track in this memory. */
  KvTrack open(KvMemory memory) {
    try {
      return method.open(context(memory));
    } catch (RuntimeException | Error e) {
      throw MethodFault.of(e, "open", method);
    }
  }

  /** A track with the contents of a state, whose segments belong to this memory. */
  KvTrack open(KvMemory memory, TrackState state) {
    try {
      return method.open(context(memory), state);
    } catch (RuntimeException | Error e) {
      throw MethodFault.of(e, "open", method);
    }
  }

  TrackContext context(KvMemory memory) {
    return new TrackContext(
        template.role(),
        template.shape(),
        template.layer(),
        template.config(),
        memory,
        template.attention(),
        template.precision(),
        template.methods());
  }
}

package dev.velox.api.spi;

import dev.velox.api.ConfigException;
import dev.velox.api.Role;

/**
 * A way of storing keys or values, found by its id through {@link java.util.ServiceLoader}.
 * Stateless. Sinks, window, open block and centring are the cache's: a method sees only rows that
 * are to be coded.
 */
public interface KvMethod {

  /**
   * Its identity, part of every spec and snapshot.
   *
   * @return text of the form {@code [a-z][a-z0-9-]*}, without parameters
   */
  String id();

  /**
   * What it does, in one line.
   *
   * @return a sentence without its full stop
   */
  String summary();

  /**
   * The version of what {@link KvTrack#state()} says and of the bytes it lists. A snapshot is
   * opened only by the version that wrote it: raise it when codes, tables or numbers change their
   * meaning.
   *
   * @return 1 for the first version
   */
  default int stateVersion() {
    return 1;
  }

  /**
   * Its options in a role.
   *
   * @param role keys or values
   * @return the options
   */
  ConfigSchema schema(Role role);

  /**
   * The options in force: what was left to the method's choice, such as {@code auto}, written out.
   *
   * @param context as for {@link #open}; its memory is not used
   * @return options of the same schema, which resolve to themselves
   * @throws ConfigException for options that are impossible together or for this shape
   */
  default Config resolve(TrackContext context) {
    return context.config();
  }

  /**
   * What the host must know before rows come. Refuses here what {@link #open} would refuse.
   *
   * @param context as for {@link #open}; its memory is not used
   * @return the traits
   * @throws ConfigException for options that are impossible together or for this shape
   */
  TrackTraits traits(TrackContext context);

  /**
   * The bytes of a track after so many coded rows, appended in whole blocks and never trimmed.
   *
   * @param context as for {@link #open}; its memory is not used
   * @param rows coded rows, 0 or more
   * @return bounds, equal unless sizes depend on the data
   */
  PlanReport plan(TrackContext context, int rows);

  /**
   * An empty track.
   *
   * @param context role, shape, options, memory
   * @return the track
   * @throws ConfigException for what it cannot do; nothing is refused later
   */
  KvTrack open(TrackContext context);

  /**
   * A track with the contents of a state, whose segments already belong to the context's memory.
   *
   * @param context as the state's track was opened with, but for the memory
   * @param state the contents
   * @return the track
   */
  KvTrack open(TrackContext context, TrackState state);
}

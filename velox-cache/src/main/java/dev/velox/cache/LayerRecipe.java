package dev.velox.cache;

import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.Role;
import dev.velox.api.spi.KvTrack;

/**
 * How one layer is stored, every setting resolved.
 *
 * @param index which layer
 * @param shape the cache's shape
 * @param attention what the model does in this layer
 * @param keys its keys
 * @param values its values
 * @param frontier where codes end
 * @param sealsAll whether the first sealing takes all rows that are ready, because a method fits on
 *     its first append
 */
record LayerRecipe(
    int index,
    KvShape shape,
    AttentionSpec attention,
    RoleRecipe keys,
    RoleRecipe values,
    Frontier frontier,
    boolean sealsAll) {

  RoleRecipe role(Role role) {
    return role == Role.KEYS ? keys : values;
  }

  /**
   * The first position that stays in memory at a length. Blocks leave a sliding layer late by one,
   * so that a rollback of at least one block is always possible.
   */
  int forgotten(int length) {
    if (attention.slidingWindow() == 0 || length == 0) {
      return 0;
    }
    int sinks = frontier.sinks();
    int visible = attention.firstVisible(length - 1) - sinks;
    return visible < 2 * KvTrack.BLOCK ? 0 : sinks + (visible / KvTrack.BLOCK - 1) * KvTrack.BLOCK;
  }
}

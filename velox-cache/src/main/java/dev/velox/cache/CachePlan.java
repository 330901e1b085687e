package dev.velox.cache;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.KvShape;
import dev.velox.api.spi.KvTrack;
import dev.velox.api.spi.PlanReport;

/**
 * What a cache will hold after appending so many tokens, without opening it; readers' scratch
 * apart.
 */
final class CachePlan {
  private CachePlan() {}

  static PlanReport plan(CacheRecipe recipe, int tokens) {
    PlanReport sum =
        PlanReport.exactly(ByteReport.of(ByteRole.SCRATCH, WriterScratch.bytes(recipe.shape())));
    for (LayerRecipe layer : recipe.layers()) {
      sum = sum.plus(role(layer, layer.keys(), tokens));
      sum = sum.plus(role(layer, layer.values(), tokens));
    }
    return sum;
  }

  private static PlanReport role(LayerRecipe layer, RoleRecipe role, int tokens) {
    Frontier frontier = layer.frontier();
    KvShape shape = layer.shape();
    int coded = layer.sealsAll() ? sealsAll(frontier, tokens) : frontier.coded(tokens);
    int sinks = frontier.sinks();
    int forgotten = layer.forgotten(tokens);
    long exact =
        ExactRows.bytes(role.exact(), shape, ExactRows.PAGE, Math.max(0, tokens - sinks - coded));
    if (tokens > 0 && (forgotten == 0 || forgotten < sinks)) {
      exact += ExactRows.bytes(role.exact(), shape, sinks, sinks);
    }
    ByteReport fixed = ByteReport.of(ByteRole.EXACT, exact);
    if (role.centred() && coded > 0) {
      fixed = fixed.plus(ByteRole.TABLES, Mean.bytes(shape));
    }
    return PlanReport.exactly(fixed).plus(track(role, coded, Math.max(0, forgotten - sinks)));
  }

  private static int sealsAll(Frontier frontier, int tokens) {
    int all = frontier.allReady(tokens);
    return all == Integer.MAX_VALUE ? 0 : all;
  }

  /** A track that has dropped its oldest rows may still hold the tables of its first block. */
  private static PlanReport track(RoleRecipe role, int coded, int dropped) {
    int rows = Math.max(0, coded - dropped);
    PlanReport held = role.method().plan(role.template(), rows);
    return rows > 0 || coded == 0
        ? held
        : new PlanReport(held.low(), role.method().plan(role.template(), KvTrack.BLOCK).high());
  }

  /** Bits an element of keys or values as the sequence grows without end, the mean over layers. */
  static double codedBits(CacheRecipe recipe, boolean keys) {
    double sum = 0;
    for (LayerRecipe layer : recipe.layers()) {
      RoleRecipe role = keys ? layer.keys() : layer.values();
      int few = 1 << 14;
      int many = 1 << 15;
      long bytes =
          role.method().plan(role.template(), many).high().resident()
              - role.method().plan(role.template(), few).high().resident();
      sum += 8.0 * bytes / ((double) (many - few) * recipe.shape().rowFloats());
    }
    return sum / recipe.layers().size();
  }
}

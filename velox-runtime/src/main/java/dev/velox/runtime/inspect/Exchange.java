package dev.velox.runtime.inspect;

import dev.velox.api.CacheSpec;
import dev.velox.api.LayerOverride;
import dev.velox.api.MethodPair;
import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Moves bits from layers that hardly miss them to layers that gain most: as many bits in all, a
 * lower loss. Losses of layers are taken to add up, which is checked on the result.
 */
final class Exchange {
  private static final int LEAST_BITS = 2;
  private static final int MOST_BITS = 8;

  private Exchange() {}

  /**
   * One bit more or less for one role of one layer.
   *
   * @param layer which layer
   * @param role keys or values
   * @param bits 1 or -1
   */
  record Move(int layer, Role role, int bits) {}

  /** Every move that a pair of methods allows. */
  static List<Move> moves(MethodPair pair, List<Integer> layers) {
    List<Move> moves = new ArrayList<>();
    for (int layer : layers) {
      for (Role role : List.of(Role.KEYS, Role.VALUES)) {
        for (int bits : new int[] {1, -1}) {
          if (!changed(pair.of(role), bits).equals(pair.of(role))) {
            moves.add(new Move(layer, role, bits));
          }
        }
      }
    }
    return moves;
  }

  /** A cache with some moves made. */
  static CacheSpec with(CacheSpec base, List<Move> moves) {
    Map<Integer, MethodPair> pairs = new TreeMap<>();
    for (Move move : moves) {
      MethodPair pair = pairs.getOrDefault(move.layer(), base.methods());
      MethodSpec keys = pair.keys();
      MethodSpec values = pair.values();
      pairs.put(
          move.layer(),
          move.role() == Role.KEYS
              ? new MethodPair(changed(keys, move.bits()), values, false)
              : new MethodPair(keys, changed(values, move.bits()), false));
    }
    Map<MethodPair, List<Integer>> alike = new LinkedHashMap<>();
    pairs.forEach((layer, p) -> alike.computeIfAbsent(p, x -> new ArrayList<>()).add(layer));
    List<LayerOverride> overrides = new ArrayList<>();
    alike.forEach((pair, layers) -> overrides.add(new LayerOverride(layers, pair)));
    return new CacheSpec(
        new MethodPair(base.methods().keys(), base.methods().values(), false),
        overrides,
        base.sinks(),
        base.window(),
        base.center(),
        base.exact(),
        base.precision());
  }

  private static MethodSpec changed(MethodSpec spec, int by) {
    String bits = spec.options().getOrDefault("bits", "");
    if (!bits.matches("[1-8]")) {
      return spec;
    }
    int now = Integer.parseInt(bits) + by;
    if (now < LEAST_BITS || now > MOST_BITS) {
      return spec;
    }
    Map<String, String> options = new HashMap<>(spec.options());
    options.put("bits", Integer.toString(now));
    return new MethodSpec(spec.id(), options);
  }

  /**
   * The exchanges worth making, best first: each takes the bit that is missed least and puts it
   * where it gains most.
   *
   * @param moves all moves
   * @param change what each does to the loss, below 0 for a gain
   * @return pairs of moves in one list, two an exchange
   */
  static List<Move> worthwhile(List<Move> moves, double[] change) {
    List<Integer> more = sorted(moves, change, 1);
    List<Integer> less = sorted(moves, change, -1);
    Set<List<Object>> used = new HashSet<>();
    List<Move> chosen = new ArrayList<>();
    for (int up : more) {
      if (used.contains(place(moves.get(up)))) {
        continue;
      }
      for (int down : less) {
        boolean free =
            !used.contains(place(moves.get(down)))
                && !place(moves.get(up)).equals(place(moves.get(down)));
        if (free && change[up] + change[down] < 0) {
          used.add(place(moves.get(up)));
          used.add(place(moves.get(down)));
          chosen.add(moves.get(up));
          chosen.add(moves.get(down));
          break;
        }
      }
    }
    return chosen;
  }

  private static List<Object> place(Move move) {
    return List.of(move.layer(), move.role());
  }

  private static List<Integer> sorted(List<Move> moves, double[] change, int bits) {
    List<Integer> some = new ArrayList<>();
    for (int i = 0; i < change.length; i++) {
      if (moves.get(i).bits() == bits) {
        some.add(i);
      }
    }
    some.sort(Comparator.comparingDouble(i -> change[i]));
    return some;
  }
}

package dev.velox.bench;

import dev.velox.runtime.bench.ArmKind;
import dev.velox.runtime.bench.ArmSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The arms of one run: they are opened together and take turns.
 *
 * @param title for people
 * @param headDim channels a head
 * @param tokens tokens a head
 * @param groupSize query heads a kv head
 * @param arms what is measured; {@code f32} and {@code f16} attention join by themselves
 */
record Panel(String title, int headDim, int tokens, int groupSize, List<ArmSpec> arms) {
  /** The methods of the grid beside the exact ones. */
  static final List<String> METHODS = List.of("turbo", "kivi", "uniform", "kvquant", "skvq");

  static final List<String> PRECISIONS = List.of("exact", "balanced", "fast");

  private static final String TURBO = "turbo";

  /** Attention of every method at one width, and for one query head the passes by themselves. */
  static Panel attention(int headDim, int tokens, int groupSize, int bits) {
    List<ArmSpec> arms = new ArrayList<>();
    for (String precision : PRECISIONS) {
      arms.add(ArmSpec.attention(cache(TURBO, bits, precision)));
      arms.add(ArmSpec.attention(uncentred(bits, precision)));
    }
    for (String method : METHODS.subList(1, METHODS.size())) {
      for (String precision : PRECISIONS) {
        arms.add(ArmSpec.attention(cache(method, bits, precision)));
      }
    }
    if (groupSize == 1) {
      for (ArmKind kind : List.of(ArmKind.KEYS, ArmKind.VALUES)) {
        arms.add(ArmSpec.of(kind, "f32"));
        arms.add(ArmSpec.of(kind, "f16"));
        for (String precision : PRECISIONS) {
          arms.add(ArmSpec.of(kind, cache(TURBO, bits, precision)));
        }
      }
    }
    String title =
        String.format(
            Locale.ROOT,
            "D %d, %d tokens, %d query head%s a kv head, %d bits",
            headDim,
            tokens,
            groupSize,
            groupSize == 1 ? "" : "s",
            bits);
    return new Panel(title, headDim, tokens, groupSize, arms);
  }

  /** Encoding and appending of every method. */
  static Panel writing(int headDim, int tokens, List<Integer> widths) {
    List<ArmSpec> arms = new ArrayList<>();
    for (int bits : widths) {
      for (String method : METHODS) {
        String cache = method + ":bits=" + bits;
        arms.add(ArmSpec.of(ArmKind.ENCODE_KEYS, cache));
        arms.add(ArmSpec.of(ArmKind.ENCODE_VALUES, cache));
      }
      arms.add(ArmSpec.of(ArmKind.APPEND, TURBO + ":bits=" + bits));
      arms.add(ArmSpec.of(ArmKind.APPEND, "kivi:bits=" + bits));
      arms.add(ArmSpec.of(ArmKind.FIT, "kvquant:bits=" + bits));
    }
    arms.add(ArmSpec.of(ArmKind.APPEND, "f16"));
    return new Panel("D " + headDim + ", encoding and appending", headDim, tokens, 1, arms);
  }

  static String cache(String method, int bits, String precision) {
    return method + ":bits=" + bits + ";precision=" + precision;
  }

  static String uncentred(int bits, String precision) {
    return TURBO + ":bits=" + bits + ";center=off;precision=" + precision;
  }
}

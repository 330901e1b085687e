package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.Role;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L7. Codes, scales and zero points are read from the state's bytes by a reader of their
 * documented layout, written here again: decode is what they say, and what they say is within half
 * a stored step of the input.
 */
class DecodedWithinHalfAStepTest {
  private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final int HEADS = 2;
  private static final int ROWS = 64 + 64 + 39;

  record Case(String id, String options, Role role, int group, boolean alongTokens) {
    String spec(int bits) {
      return id + ":bits=" + bits + ",group-size=" + group + options;
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int group : new int[] {1, 7, 32, 1000}) {
      cases.add(new Case("uniform", "", Role.VALUES, group, false));
    }
    for (int group : new int[] {1, 16, 64}) {
      cases.add(new Case("uniform", ",axis=channel", Role.VALUES, group, true));
    }
    for (int group : new int[] {8, 32}) {
      cases.add(new Case("kivi", "", Role.KEYS, group, true));
      cases.add(new Case("kivi", "", Role.VALUES, group, false));
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void atEveryWidthAndHeadDim(Case c) {
    for (int dim : new int[] {1, 2, 31, 33, 64, 80, 128}) {
      for (int bits = 1; bits <= 8; bits++) {
        Data data = Data.values()[(dim + bits) % Data.values().length];
        check(c, bits, dim, data.rows(HEADS * ROWS, dim, 31L * dim + bits));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onEveryKindOfData(Case c) {
    for (Data data : Data.values()) {
      for (int bits : new int[] {1, 2, 4}) {
        check(c, bits, 40, data.rows(HEADS * ROWS, 40, bits));
      }
    }
  }

  private static void check(Case c, int bits, int dim, float[] rows) {
    Opened opened = new Opened(c.spec(bits), c.role(), HEADS, dim).append(5, rows);
    Map<String, MemorySegment> state =
        opened.track.state().parts().stream()
            .collect(Collectors.toMap(TrackState.Part::name, TrackState.Part::segment));
    for (int h = 0; h < HEADS; h++) {
      float[] decoded = opened.decode(h, 5, 5 + ROWS);
      for (int t = 0; t < ROWS; t++) {
        // The blocks of one append lie together, head by head.
        int place = h * ((ROWS + 63) / 64) + t / 64;
        for (int ch = 0; ch < dim; ch++) {
          Stored stored =
              c.alongTokens()
                  ? alongTokens(state, c.role() == Role.KEYS, bits, dim, c.group(), place, t, ch)
                  : alongChannels(state, bits, dim, Math.min(c.group(), dim), place, t, ch);
          float x = rows[(h * ROWS + t) * dim + ch];
          float y = decoded[t * dim + ch];
          assertEquals(Math.fma(stored.step, stored.code, stored.zero), y);
          double slack =
              1e-4 * stored.step + 2 * Math.ulp(Math.max(Math.abs(x), Math.abs(stored.zero)));
          assertTrue(
              Math.abs((double) x - y) <= 0.5 * stored.step + slack + 0x1p-25,
              () ->
                  c.spec(bits) + " D=" + dim + ": " + x + " became " + y + ", step " + stored.step);
        }
      }
    }
  }

  private record Stored(int code, float step, float zero) {}

  private static Stored alongChannels(
      Map<String, MemorySegment> state,
      int bits,
      int dim,
      int group,
      int place,
      int token,
      int channel) {
    int groups = (dim + group - 1) / group;
    long rowBits = (dim * bits + 7) / 8 * 8L;
    long parameterBytes = 256L * groups;
    long block = place * (parameterBytes + 8 * rowBits);
    long scale = block / 2 + channel / group * 64L + token % 64;
    long zero = scale + 64L * groups;
    long codes = block + parameterBytes;
    if (bits >= 2 && bits <= 4 && group % 32 == 0 && dim % 64 == 0) {
      int code = inRows(state.get("block/0/block"), codes, bits, dim, token % 64, channel);
      return stored(state, bits, code, scale, zero);
    }
    long bit = 8 * codes + token % 64 * rowBits + (long) channel * bits;
    return stored(state, bits, code(state, bits, bit), scale, zero);
  }

  private static Stored alongTokens(
      Map<String, MemorySegment> state,
      boolean keys,
      int bits,
      int dim,
      int group,
      int place,
      int token,
      int channel) {
    int index = token % 64 / group;
    int groups = 64 / group;
    long runBits = ((long) dim * group * bits + 7) / 8 * 8L;
    long parameterBytes = 4L * groups * dim;
    long block = place * (parameterBytes + groups * runBits / 8);
    long scale = block / 2 + (long) index * dim + channel;
    long zero = scale + (long) groups * dim;
    long codes = block + parameterBytes;
    if (keys && bits >= 2 && bits <= 4 && group % 32 == 0 && dim % 64 == 0) {
      long chunk = codes + channel / 64 * 8L * 64 * bits;
      int code = inRows(state.get("block/0/block"), chunk, bits, 64, channel % 64, token % 64);
      return stored(state, bits, code, scale, zero);
    }
    long bit = 8 * codes + index * runBits + ((long) channel * group + token % 64 % group) * bits;
    return stored(state, bits, code(state, bits, bit), scale, zero);
  }

  /**
   * A code in rows of 64 bytes, byte 2i for element i and 2i + 1 for element 32 + i: lines two (4
   * bits), four (2 bits) or eight (3 bits, three rows) together.
   */
  private static int inRows(
      MemorySegment codes, long block, int bits, int width, int line, int element) {
    int together = bits == 4 ? 2 : bits == 2 ? 4 : 8;
    int rowBytes = bits == 3 ? 192 : 64;
    int place = 2 * (element % 32) + element % 64 / 32;
    long row = block + ((long) line / together * (width / 64) + element / 64) * rowBytes + place;
    int within = line % together;
    int octet =
        codes.get(
                ValueLayout.JAVA_BYTE, row + (within < 6 ? within / 2 : 0) * (bits == 3 ? 64L : 0))
            & 0xff;
    if (bits != 3) {
      return octet >> (bits * within) & ((1 << bits) - 1);
    }
    if (within < 6) {
      return octet >> (3 * (within % 2)) & 7;
    }
    int pair = 0;
    for (int k = 0; k < 3; k++) {
      pair |= (codes.get(ValueLayout.JAVA_BYTE, row + 64L * k) >> 6 & 3) << (2 * k);
    }
    return pair >> (3 * (within % 2)) & 7;
  }

  private static int code(Map<String, MemorySegment> state, int bits, long bit) {
    MemorySegment codes = state.get("block/0/block");
    int code = 0;
    for (int b = 0; b < bits; b++) {
      int octet = codes.get(ValueLayout.JAVA_BYTE, (bit + b) / 8);
      code |= (octet >> ((bit + b) % 8) & 1) << b;
    }
    return code;
  }

  private static Stored stored(
      Map<String, MemorySegment> state, int bits, int code, long scale, long zero) {
    MemorySegment parameters = state.get("block/0/block");
    float step = Float.float16ToFloat(parameters.get(HALF, 2 * scale)) * (bits == 1 ? 2 : 1);
    return new Stored(code, step, Float.float16ToFloat(parameters.get(HALF, 2 * zero)));
  }
}

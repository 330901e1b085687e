package dev.velox.verify.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes inputs by seed: bits, numbers, words, cuts, repeats, and halves of two inputs. */
final class Mutator {
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    7,
    8,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 8
  };
  private static final String[] WORDS = {
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    ";",
    "=",
    "null",
    "true",
    "-",
    "1e309",
    "1e-400",
    "NaN",
    "\\u0000",
    "\\ud800",
    "18446744073709551616",
    "9223372036854775807",
    "2147483648",
    "-1",
    "[[[[[[[[",
    "{\"a\":",
    "layers[0-3]=f16",
    "keys=",
    "values=",
    "bits=",
    "base=[",
    "F32",
    "BF16",
    "data_offsets",
    "shape",
    "__metadata__",
    "vocab",
    "merges",
    "rope_scaling",
    "\ud83d\ude00"
  };
  private static final int MOST = Watched.LARGEST / 2;

  private final SplittableRandom random;
  private final List<byte[]> seeds;

  Mutator(long seed, List<byte[]> seeds) {
    this.random = new SplittableRandom(seed);
    this.seeds = seeds;
  }

  byte[] next() {
    byte[] input = pick().clone();
    for (int n = 1 + random.nextInt(4); n > 0 && input.length > 0; n--) {
      input = change(input);
    }
    return input.length > MOST ? Arrays.copyOf(input, MOST) : input;
  }

  private byte[] pick() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] change(byte[] in) {
    // Near the front is where lengths and counts stand.
    int at = random.nextInt(random.nextInt(3) == 0 ? Math.min(in.length, 400) : in.length);
    switch (random.nextInt(9)) {
      case 0 -> in[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> in[at] = (byte) random.nextInt(256);
      case 2 -> number(in, at);
      case 3 -> {
        return Arrays.copyOf(in, at);
      }
      case 4 -> {
        return spliced(in, at, bytes(WORDS[random.nextInt(WORDS.length)]), at);
      }
      case 5 -> {
        int to = Math.min(in.length, at + 1 + random.nextInt(40));
        return spliced(in, at, Arrays.copyOfRange(in, at, to), random.nextBoolean() ? at : to);
      }
      case 6 -> {
        return spliced(in, at, new byte[0], Math.min(in.length, at + 1 + random.nextInt(20)));
      }
      case 7 -> {
        byte[] other = pick();
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        return spliced(in, at, Arrays.copyOfRange(other, from, other.length), in.length);
      }
      default -> {
        return digits(in, at);
      }
    }
    return in;
  }

  private void number(byte[] in, int at) {
    ByteBuffer buffer = ByteBuffer.wrap(in).order(ByteOrder.LITTLE_ENDIAN);
    long value = NUMBERS[random.nextInt(NUMBERS.length)];
    if (random.nextBoolean() && at + Long.BYTES <= in.length) {
      buffer.putLong(at, value);
    } else if (at + Integer.BYTES <= in.length) {
      buffer.putInt(at, (int) value);
    }
  }

  /** Puts a number in the place of digits. */
  private byte[] digits(byte[] in, int at) {
    int from = at;
    while (from < in.length && (in[from] < '0' || in[from] > '9')) {
      from++;
    }
    int to = from;
    while (to < in.length && in[to] >= '0' && in[to] <= '9') {
      to++;
    }
    String value = Long.toString(NUMBERS[random.nextInt(NUMBERS.length)]);
    return from == to ? in : spliced(in, from, bytes(value), to);
  }

  /** {@code in[0..at) + middle + in[rest..)}. */
  private static byte[] spliced(byte[] in, int at, byte[] middle, int rest) {
    byte[] out = Arrays.copyOf(in, at + middle.length + in.length - rest);
    System.arraycopy(middle, 0, out, at, middle.length);
    System.arraycopy(in, rest, out, at + middle.length, in.length - rest);
    return out;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package dev.velox.nuq;

import dev.velox.api.spi.TrackState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Single numbers that a track adds to its state, and reads back. */
final class StateNumbers {
  private StateNumbers() {}

  static TrackState with(TrackState state, Map<String, Long> more) {
    Map<String, long[]> numbers = new LinkedHashMap<>(state.numbers());
    more.forEach((name, number) -> numbers.put(name, new long[] {number}));
    return new TrackState(state.parts(), numbers);
  }

  /**
   * A number of a state.
   *
   * @return from -1 to {@code most}
   * @throws dev.velox.api.FormatException if it is missing or beyond that
   */
  static long get(TrackState state, String name, long most) {
    long[] numbers = state.numbers().get(name);
    if (numbers == null || numbers.length != 1 || numbers[0] < -1 || numbers[0] > most) {
      Object found = numbers == null ? "missing" : Arrays.toString(numbers);
      throw Bits16.fault(name, found, "must be one number from -1 to " + most);
    }
    return numbers[0];
  }
}

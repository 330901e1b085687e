package dev.velox.runtime.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.api.NonFiniteException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option does what it says, measured on the draws themselves. */
class SamplingTest {
  private static final float[] LOGITS = {1f, 3f, -2f, 3f, 0f, 2.5f};

  private static int[] counts(SamplingOptions options, float[] logits, int draws) {
    Sampler sampler = new Sampler(options, logits.length);
    int[] counts = new int[logits.length];
    for (int i = 0; i < draws; i++) {
      counts[sampler.next(logits.clone(), 0)]++;
    }
    return counts;
  }

  private static double[] softmax(float[] logits, double temperature) {
    double[] p = new double[logits.length];
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      p[i] = Math.exp(logits[i] / temperature);
      sum += p[i];
    }
    for (int i = 0; i < p.length; i++) {
      p[i] /= sum;
    }
    return p;
  }

  @Test
  void greedyTakesTheLowestOfTheLargest() {
    assertEquals(1, new Sampler(SamplingOptions.GREEDY, 6).next(LOGITS.clone(), 0));
    float[] shifted = new float[9];
    System.arraycopy(LOGITS, 0, shifted, 3, 6);
    assertEquals(1, new Sampler(SamplingOptions.GREEDY, 6).next(shifted, 3));
    float[] zeros = {-0f, 0f};
    assertEquals(0, new Sampler(SamplingOptions.GREEDY, 2).next(zeros, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1.0, 2.0})
  void drawsFollowTheModelAtEveryTemperature(double temperature) {
    int draws = 200_000;
    int[] counts = counts(new SamplingOptions(temperature, 0, 1, 1, 42), LOGITS, draws);
    double[] p = softmax(LOGITS, temperature);
    for (int i = 0; i < p.length; i++) {
      double sigma = Math.sqrt(p[i] * (1 - p[i]) / draws);
      assertEquals(p[i], counts[i] / (double) draws, 5 * sigma, "token " + i);
    }
  }

  @Test
  void topKKeepsTheLikeliest() {
    int[] counts = counts(new SamplingOptions(1, 3, 1, 1, 7), LOGITS, 50_000);
    double[] p = softmax(new float[] {3f, 3f, 2.5f}, 1);
    assertEquals(0, counts[0] + counts[2] + counts[4]);
    assertEquals(p[2], counts[5] / 50_000.0, 0.01);
    assertEquals(50_000, counts(new SamplingOptions(1, 1, 1, 1, 7), LOGITS, 50_000)[1]);
    assertTrue(counts(new SamplingOptions(1, 100, 1, 1, 7), LOGITS, 50_000)[2] > 0);
  }

  @Test
  void topPKeepsTheFewestThatReachIt() {
    double[] p = softmax(LOGITS, 1);
    double two = p[1] + p[3];
    int[] justTwo = counts(new SamplingOptions(1, 0, two - 1e-6, 1, 3), LOGITS, 20_000);
    assertEquals(20_000, justTwo[1] + justTwo[3]);
    int[] three = counts(new SamplingOptions(1, 0, two + 1e-6, 1, 3), LOGITS, 20_000);
    assertTrue(three[5] > 0);
    assertEquals(0, three[0] + three[2] + three[4]);
    int[] tiny = counts(new SamplingOptions(1, 0, 1e-9, 1, 3), LOGITS, 1000);
    assertEquals(1000, tiny[1], "at least one, the lowest id of equals");
  }

  /**
   * Against a plain sort of everything, on a vocabulary where the shortcut throws most candidates
   * away.
   */
  @Test
  void topPEqualsAPlainSort() {
    SplittableRandom random = new SplittableRandom(5);
    float[] logits = new float[1000];
    for (int i = 0; i < logits.length; i++) {
      logits[i] = (float) (random.nextDouble() * 12 - 6);
    }
    double[] p = softmax(logits, 0.8);
    double[] sorted = p.clone();
    Arrays.sort(sorted);
    double sum = 0;
    int kept = 0;
    while (sum < 0.9) {
      sum += sorted[sorted.length - ++kept];
    }
    double least = sorted[sorted.length - kept];
    int[] counts = counts(new SamplingOptions(0.8, 0, 0.9, 1, 1), logits, 20_000);
    int below = 0;
    for (int i = 0; i < p.length; i++) {
      below += p[i] < least ? counts[i] : 0;
    }
    assertEquals(0, below);
    assertTrue(Arrays.stream(counts).filter(c -> c > 0).count() > kept / 2);
  }

  @Test
  void repetitionIsPenalisedOncePerToken() {
    SamplingOptions options = new SamplingOptions(0, 0, 1, 1.3, 0);
    Sampler sampler = new Sampler(options, 6);
    for (int id : new int[] {1, 1, 1, 2, 3}) {
      sampler.accept(id);
    }
    float[] logits = LOGITS.clone();
    assertEquals(5, sampler.next(logits, 0), "2.5 beats 3 / 1.3");
    assertEquals(3f / 1.3f, logits[1]);
    assertEquals(-2f * 1.3f, logits[2]);
    assertEquals(1f, logits[0]);
  }

  @Test
  void theSameSeedGivesTheSameDraws() {
    SamplingOptions a = new SamplingOptions(1, 0, 0.95, 1, 9);
    SamplingOptions b = new SamplingOptions(1, 0, 0.95, 1, 10);
    assertEquals(draws(a), draws(a));
    assertNotEquals(draws(a), draws(b));
  }

  private static List<Integer> draws(SamplingOptions options) {
    Sampler sampler = new Sampler(options, 6);
    return java.util.stream.IntStream.range(0, 100)
        .mapToObj(i -> sampler.next(LOGITS.clone(), 0))
        .toList();
  }

  /** First outputs of SplitMix64 for seed 1234567, as published with the algorithm. */
  @Test
  void theGeneratorIsFrozen() {
    SplitMix random = new SplitMix(1234567);
    assertEquals(6457827717110365317L, random.nextLong());
    assertEquals(3203168211198807973L, random.nextLong());
    SplitMix other = new SplitMix(0);
    SplittableRandom reference = new SplittableRandom(0);
    for (int i = 0; i < 1000; i++) {
      assertEquals(reference.nextLong(), other.nextLong());
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void whatIsNotFiniteIsRefused(float bad) {
    float[] all = new float[6];
    Arrays.fill(all, bad);
    for (SamplingOptions options :
        List.of(SamplingOptions.GREEDY, new SamplingOptions(1, 2, 0.9, 1.3, 0))) {
      assertThrows(NonFiniteException.class, () -> new Sampler(options, 6).next(all.clone(), 0));
      for (int i = 0; i < 6; i++) {
        float[] one = LOGITS.clone();
        one[i] = bad;
        int at = i;
        NonFiniteException e =
            assertThrows(NonFiniteException.class, () -> new Sampler(options, 6).next(one, 0));
        assertEquals(at, e.token());
      }
    }
  }

  @Test
  void optionsAreChecked() {
    assertRefused("temperature", () -> new SamplingOptions(-1, 0, 1, 1, 0));
    assertRefused("temperature", () -> new SamplingOptions(Double.NaN, 0, 1, 1, 0));
    assertRefused("top-k", () -> new SamplingOptions(1, -1, 1, 1, 0));
    assertRefused("top-p", () -> new SamplingOptions(1, 0, 0, 1, 0));
    assertRefused("top-p", () -> new SamplingOptions(1, 0, 1.01, 1, 0));
    assertRefused("repetition-penalty", () -> new SamplingOptions(1, 0, 1, 0, 0));
  }

  private static void assertRefused(String option, Runnable call) {
    assertEquals(option, assertThrows(ConfigException.class, call::run).option());
  }
}

package dev.velox.skvq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.skvq.SeedBenchmark.Arm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each half of the method gains in mean squared error, by bit width: the seed's percentages
 * are averages over widths and hide that clipping gains four times as much at 2 bits as at 4.
 */
class ReorderAndClipGainsTest {

  private static double mse(Arm arm, String bits, boolean heterogeneous) {
    return SeedBenchmark.run(arm.spec(bits), 512, heterogeneous).mse();
  }

  @ParameterizedTest
  @CsvSource({"2, 14, 23", "4, 18, 6"})
  void onUnlikeChannels(String bits, double reorder, double clip) {
    double skvq = mse(Arm.SKVQ, bits, true);
    double reorderGain = 100 * (1 - skvq / mse(Arm.NO_REORDER, bits, true));
    double clipGain = 100 * (1 - skvq / mse(Arm.NO_CLIP, bits, true));
    System.out.println(bits + " bits: reorder " + reorderGain + " %, clip " + clipGain + " %");
    assertEquals(reorder, reorderGain, 2.5);
    assertEquals(clip, clipGain, 2);
  }

  @ParameterizedTest
  @CsvSource({"2, 23.5", "4, 6"})
  void reorderingGainsNothingOnLikeChannels(String bits, double clip) {
    double skvq = mse(Arm.SKVQ, bits, false);
    double reorderGain = 100 * (1 - skvq / mse(Arm.NO_REORDER, bits, false));
    double clipGain = 100 * (1 - skvq / mse(Arm.NO_CLIP, bits, false));
    System.out.println(
        bits + " bits, like: reorder " + reorderGain + " %, clip " + clipGain + " %");
    assertEquals(0, reorderGain, 1);
    assertEquals(clip, clipGain, 2);
  }
}

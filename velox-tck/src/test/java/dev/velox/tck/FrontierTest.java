package dev.velox.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The rule step by step is the closed form for a sequence that grows. */
class FrontierTest {
  @Test
  void growingIsTheClosedForm() {
    for (int sinks : new int[] {0, 1, 4, 70}) {
      for (int window : new int[] {0, 1, 32, 100}) {
        for (int fit : new int[] {0, 64, 128, 200}) {
          Frontier frontier = new Frontier(sinks, window, fit);
          for (int n = 1; n < 900; n++) {
            frontier.append(1);
            int length = n;
            assertEquals(
                coded(n, sinks, window, (fit + 63) / 64 * 64),
                frontier.coded(),
                () -> "at length " + length);
          }
        }
      }
    }
  }

  private static int coded(int n, int sinks, int window, int fit) {
    int ready = Math.max(0, n - 1 - sinks - window);
    if (fit == 0) {
      return ready / 64 * 64;
    }
    return ready < fit ? 0 : fit + (ready - fit) / 64 * 64;
  }

  @Test
  void aTrimKeepsCodesAndTables() {
    Frontier frontier = new Frontier(4, 10, 128);
    frontier.append(400);
    assertEquals(384, frontier.coded());
    frontier.trim(200);
    assertEquals(196, frontier.coded());
    frontier.append(74);
    assertEquals(196, frontier.coded());
    frontier.append(1);
    assertEquals(260, frontier.coded());
    frontier.trim(0);
    frontier.append(142);
    assertEquals(0, frontier.coded());
    frontier.append(1);
    assertEquals(128, frontier.coded());
  }
}

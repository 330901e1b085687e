package dev.velox.runtime.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Whatever the cut, the output ends before the first stop text and holds no part of it. */
class StopTextsNeverComeOutTest {

  private static String run(List<String> stops, String text, int step) {
    StopTexts watch = new StopTexts(stops);
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < text.length() && !watch.stopped(); at += step) {
      out.append(watch.next(text.substring(at, Math.min(text.length(), at + step))));
    }
    return out.append(watch.rest()).toString();
  }

  @Test
  void heldBackUntilItIsKnown() {
    StopTexts watch = new StopTexts(List.of("END", "\n\n"));
    assertEquals("the ", watch.next("the E"));
    assertEquals("", watch.next("N"));
    assertEquals("ENJOY", watch.next("JOY"));
    assertEquals("", watch.next("\n"));
    assertEquals("\nx", watch.next("x"));
    assertEquals("a", watch.next("aEND and more"));
    assertTrue(watch.stopped());
    assertEquals("", watch.next("nothing"));
    assertEquals("", watch.rest());
  }

  @Test
  void theEarliestOfSeveralCounts() {
    assertEquals("x", run(List.of("bc", "abc"), "xabc", 4));
    assertEquals("xa", run(List.of("bc", "abd"), "xabc", 1));
    assertEquals("", run(List.of("a"), "a", 1));
  }

  @Test
  void nothingIsLostWithoutAStop() {
    assertEquals("ab EN", run(List.of("END"), "ab EN", 1));
    assertEquals("anything", run(List.of(), "anything", 3));
  }

  @Test
  void emptyStopTextsAreRefused() {
    assertThrows(ConfigException.class, () -> new StopTexts(List.of("a", "")));
  }

  @Property(tries = 1000)
  void anyCutGivesTheTextBeforeTheFirstStop(
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 40) String text,
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 4) String first,
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 4) String second,
      @ForAll @IntRange(min = 1, max = 6) int step) {
    String out = run(List.of(first, second), text, step);
    assertTrue(text.startsWith(out), out);
    assertFalse(out.contains(first) || out.contains(second), out);
    if (!text.contains(first) && !text.contains(second)) {
      assertEquals(text, out);
    } else {
      String rest = text.substring(out.length());
      assertTrue(rest.startsWith(first) || rest.startsWith(second), rest);
    }
  }
}

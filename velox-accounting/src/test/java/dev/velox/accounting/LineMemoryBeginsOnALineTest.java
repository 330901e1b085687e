package dev.velox.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.spi.TrackScratch;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that lie across two lines are read at two thirds of the speed. */
class LineMemoryBeginsOnALineTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 16_384})
  void ofAnySize(int bytes) {
    MemorySegment memory = LineMemory.allocate(bytes);
    assertEquals(bytes, memory.byteSize());
    assertEquals(0, memory.address() % TrackScratch.LINE);
  }
}

package dev.velox.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.ConfigException;
import dev.velox.kernels.Kernels;
import org.junit.jupiter.api.Test;

/** The kernels in use are those the properties ask for, and say so. */
class KernelInUseTest {

  @Test
  void isTheOneAskedFor() {
    int asked = NeedsTheVectorsAskedFor.ASKED;
    int widest = NeedsTheVectorsAskedFor.widest();
    if (System.getProperty("velox.kernels", "auto").equals("scalar")) {
      assertEquals(0, Kernels.active().vectorBits());
      assertEquals("scalar (velox.kernels=scalar)", Kernels.active().description());
      assertTrue(Kernels.active().rows().getClass().getName().startsWith("dev.velox.kernels."));
    } else if (asked > widest) {
      ConfigException e = assertThrows(ConfigException.class, Kernels::active);
      assertEquals(
          "kernels: velox.vectorBits is '"
              + asked
              + "', but vectors of this machine have "
              + widest
              + " bits",
          e.getMessage());
    } else {
      int bits = asked == 0 ? widest : asked;
      assertEquals(bits, Kernels.active().vectorBits());
      assertEquals("simd " + bits + " bit", Kernels.active().description());
      assertTrue(Kernels.active().rows().getClass().getName().startsWith("dev.velox.simd."));
    }
  }

  @Test
  void scalarIsAlwaysThere() {
    assertEquals(0, Kernels.scalar().vectorBits());
  }
}

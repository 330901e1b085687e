package dev.velox.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.velox.api.ByteReport;
import dev.velox.api.Role;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plan, ledger and state agree; KIVI's bytes are those of its formula. */
class BytesArePlannedAndHeldTest {

  @ParameterizedTest
  @EnumSource(Role.class)
  void afterAnyNumberOfBlocks(Role role) {
    SplittableRandom random = new SplittableRandom(11);
    for (String id : Opened.METHODS.ids()) {
      for (int dim : new int[] {1, 33, 64}) {
        Opened o = new Opened(id, role, 3, dim);
        assertEquals(ByteReport.ZERO, o.method.plan(o.context, 0).high());
        int rows = 0;
        for (int blocks = 0; blocks < 20; blocks++) {
          int add = 64 * (1 + random.nextInt(2));
          o.append(rows, new float[3 * add * dim]);
          rows += add;
          assertEquals(o.account.bytes(), o.method.plan(o.context, rows).low());
          assertEquals(o.account.bytes(), o.method.plan(o.context, rows).high());
          assertEquals(o.account.bytes(), o.stateBytes());
        }
        o.track.clear();
        assertEquals(ByteReport.ZERO, o.account.bytes());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void kiviTakesWhatItsFormulaSays(Role role) {
    int n = 320;
    for (int dim : new int[] {8, 64, 80, 128}) {
      for (int group : new int[] {8, 32, 64}) {
        for (int bits = 1; bits <= 8; bits++) {
          Opened o = new Opened("kivi:bits=" + bits + ",group-size=" + group, role, 2, dim);
          o.append(0, new float[2 * n * dim]);
          long codes = ceil((long) n * dim * bits, 8);
          long parameters =
              role == Role.KEYS ? ceil(n, group) * dim * 4L : n * ceil(dim, group) * 4L;
          assertEquals(2 * (codes + parameters), o.account.bytes().resident());
          assertEquals(2 * parameters, o.account.bytes().parameters());
        }
      }
    }
  }

  private static long ceil(long a, long b) {
    return (a + b - 1) / b;
  }
}

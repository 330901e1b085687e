package dev.velox.runtime.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.velox.api.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Sizes that come from a file are added, subtracted and multiplied in one place, which cannot
 * overflow unseen.
 */
class SizesAreCheckedTest {
  private static final Set<Opcode> ARITHMETIC =
      Set.of(
          Opcode.LADD,
          Opcode.LSUB,
          Opcode.LMUL,
          Opcode.LSHL,
          Opcode.LNEG,
          Opcode.IADD,
          Opcode.ISUB,
          Opcode.IMUL,
          Opcode.ISHL);

  @Test
  void readersHoldNoBareArithmetic() throws IOException {
    int methods = 0;
    for (Class<?> reader :
        List.of(
            SafetensorsFile.class,
            SafetensorsHeader.class,
            SafetensorsEntry.class,
            ShardedSafetensors.class)) {
      List<String> found = new ArrayList<>();
      methods += arithmetic(reader, found);
      assertEquals(List.of(), found, reader.getSimpleName());
    }
    assertTrue(methods > 20, "looked at " + methods + " methods");
  }

  @Test
  void thisTestSeesArithmetic() throws IOException {
    List<String> found = new ArrayList<>();
    arithmetic(Tensor.class, found);
    assertTrue(found.contains("get LMUL"), found.toString());
  }

  private static int arithmetic(Class<?> type, List<String> found) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      var model = ClassFile.of().parse(in.readAllBytes());
      for (var method : model.methods()) {
        method
            .code()
            .ifPresent(
                code ->
                    code.forEach(
                        element -> {
                          if (element instanceof OperatorInstruction i
                              && ARITHMETIC.contains(i.opcode())) {
                            found.add(method.methodName().stringValue() + " " + i.opcode());
                          }
                        }));
      }
      return model.methods().size();
    }
  }

  @Test
  void overflowIsAFormatError() {
    CheckedSize sizes = new CheckedSize("f");
    assertEquals(7, sizes.plus(3, 4, 0, "x"));
    assertEquals(24, sizes.product(List.of(2L, 3L), 4, 0, "x"));
    assertThrows(FormatException.class, () -> sizes.plus(Long.MAX_VALUE, 1, 0, "x"));
    assertThrows(FormatException.class, () -> sizes.minus(Long.MIN_VALUE, 1, 0, "x"));
    assertThrows(
        FormatException.class, () -> sizes.product(List.of(1L << 32, 1L << 31), 4, 0, "x"));
  }
}

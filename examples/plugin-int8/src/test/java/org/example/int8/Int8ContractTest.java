package org.example.int8;

import dev.velox.api.MethodSpec;
import dev.velox.api.spi.KvMethod;
import dev.velox.tck.KvMethodContract;
import java.util.List;

/** {@code int8} obeys the laws of every method. */
class Int8ContractTest extends KvMethodContract {
  @Override
  protected KvMethod method() {
    return new Int8Method();
  }

  @Override
  protected List<MethodSpec> alsoTry() {
    return List.of(MethodSpec.parse("int8:group-size=7,zero-point=false"));
  }
}

package dev.velox.verify.example;

import dev.velox.api.MethodSpec;
import dev.velox.api.spi.KvMethod;
import dev.velox.tck.KvMethodContract;
import java.util.List;

/** All that the author of a method writes to have it tested. */
class Int8ContractTest extends KvMethodContract {
  @Override
  protected KvMethod method() {
    return new Int8Method();
  }

  @Override
  protected List<MethodSpec> alsoTry() {
    return List.of(MethodSpec.parse("int8:group-size=8,zero-point=false"));
  }
}

package dev.velox.skvq;

import dev.velox.api.MethodSpec;
import dev.velox.api.spi.KvMethod;
import dev.velox.tck.KvMethodContract;
import java.util.List;

/** {@code skvq} obeys the laws of every method. */
class SkvqContractTest extends KvMethodContract {

  @Override
  protected KvMethod method() {
    return new SkvqMethod();
  }

  @Override
  protected List<MethodSpec> alsoTry() {
    return List.of(
        MethodSpec.parse("skvq:metadata=f8"),
        MethodSpec.parse("skvq:bits=1.5,group-size=16,metadata=f8"),
        MethodSpec.parse("skvq:channel-scale=true,group-size=8"),
        MethodSpec.parse("skvq:reorder=false,clip-search=false,group-size=1"));
  }
}

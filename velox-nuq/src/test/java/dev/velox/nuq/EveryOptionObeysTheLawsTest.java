package dev.velox.nuq;

import dev.velox.api.MethodSpec;
import dev.velox.api.Role;
import dev.velox.tck.ErrorTable;
import dev.velox.tck.Law;
import dev.velox.tck.Laws;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws of the TCK on the options beside their defaults: each rule of outliers, each kind of
 * levels, levels in blocks, the seed's mode. The defaults and every width are held to them with all
 * other methods in {@code velox-verify}.
 */
class EveryOptionObeysTheLawsTest {
  private static final List<String> KEYS =
      List.of(
          "kvquant:outliers=rank",
          "kvquant:outliers=threshold,fit-tokens=0,lloyd-iters=8",
          "kvquant:outlier-fraction=0,shrinkage=0",
          "kvquant:bits=2,group-size=64",
          "kvquant:bits=4,refit-interval=128,outliers=threshold,outlier-fraction=0.03");
  private static final List<String> VALUES =
      List.of(
          "kvquant:outlier-fraction=0,fit-tokens=0",
          "kvquant:values=token,lloyd-iters=8",
          "kvquant:bits=1,values=token,outlier-fraction=0.05");
  private static final String SEED =
      "kvquant:fit-tokens=0,lloyd-iters=8,values=token,outliers=threshold";

  @TestFactory
  Stream<DynamicContainer> everyLaw() {
    Laws laws = Laws.of(new KvquantMethod(), Opened.METHODS, ErrorTable.none());
    return Stream.of(Law.values())
        .filter(law -> law != Law.OPTIONS_ROUND_TRIP && law != Law.OPTION_PAIRS_WORK_OR_ARE_REFUSED)
        .map(law -> DynamicContainer.dynamicContainer(law.toString(), tests(laws, law)));
  }

  private static Stream<DynamicTest> tests(Laws laws, Law law) {
    return Stream.of(
            KEYS.stream().map(spec -> test(laws, law, List.of(Role.KEYS), spec)),
            VALUES.stream().map(spec -> test(laws, law, List.of(Role.VALUES), spec)),
            Stream.of(test(laws, law, List.of(Role.KEYS, Role.VALUES), SEED)))
        .flatMap(tests -> tests);
  }

  private static DynamicTest test(Laws laws, Law law, List<Role> roles, String spec) {
    Map<String, String> options = new TreeMap<>(MethodSpec.parse(spec).options());
    var subject = laws.subject(roles, options);
    return DynamicTest.dynamicTest(subject.toString(), () -> law.check(subject));
  }
}

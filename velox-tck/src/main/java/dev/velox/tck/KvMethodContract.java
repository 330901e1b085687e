package dev.velox.tck;

import dev.velox.api.MethodSpec;
import dev.velox.api.spi.KvMethod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws every method obeys, as tests: extend it, say which method, and every {@link Law} runs,
 * for keys, values and both, for every bit width the method offers.
 *
 * <pre>{@code
 * class Int8ContractTest extends KvMethodContract {
 *   @Override
 *   protected KvMethod method() {
 *     return new Int8Method();
 *   }
 * }
 * }</pre>
 *
 * <p>No law can be overridden, left out or loosened: errors are held to those of {@code uniform} at
 * the same bits. {@code velox-baselines} must be on the test path. {@code -Dvelox.deep=true} tries
 * far more histories.
 */
public abstract class KvMethodContract {

  /** A contract; subclasses keep no state. */
  protected KvMethodContract() {}

  /**
   * The method to test.
   *
   * @return a new instance
   */
  protected abstract KvMethod method();

  /**
   * More options to try beside the defaults, every bit width and every pair of option values.
   *
   * @return specs of the method, such as {@code int8:block=32}
   */
  protected List<MethodSpec> alsoTry() {
    return List.of();
  }

  /**
   * Every law.
   *
   * @return a container a law, a test a subject
   */
  @TestFactory
  public final Stream<DynamicContainer> obeys() {
    Laws laws = Laws.of(method());
    for (MethodSpec spec : alsoTry()) {
      laws = laws.alsoTry(spec);
    }
    return laws.tests();
  }
}

package dev.velox.tck;

import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Role;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * The laws applied to one method: which subjects each law is checked on. {@link KvMethodContract}
 * is the way to run them under JUnit; this class is for programs that run them otherwise.
 */
public final class Laws {
  private static final List<Role> BOTH = List.of(Role.KEYS, Role.VALUES);
  private static final List<List<Role>> ROLES =
      List.of(List.of(Role.KEYS), List.of(Role.VALUES), BOTH);
  private static final List<String> WIDTHS =
      List.of("1", "1.5", "2", "2.5", "3", "3.5", "4", "5", "6", "7", "8");

  private final KvMethod method;
  private final Methods methods;
  private final Yardstick yardstick;
  private final List<Map<String, String>> more;

  private Laws(KvMethod method, Methods methods, ErrorTable table, List<Map<String, String>> more) {
    this.method = method;
    this.methods = methods;
    this.yardstick = new Yardstick(table, methods);
    this.more = List.copyOf(more);
  }

  /**
   * The laws of a method among those installed, its errors held to {@code uniform}.
   *
   * @param method the method; it need not be installed
   * @return its laws
   */
  public static Laws of(KvMethod method) {
    return of(method, Methods.installed(), ErrorTable.none());
  }

  /**
   * The laws of a method.
   *
   * @param method the method
   * @param others the methods around it; one of its id gives way to it
   * @param table bounds of methods that were measured
   * @return its laws
   */
  public static Laws of(KvMethod method, Methods others, ErrorTable table) {
    List<KvMethod> all = new ArrayList<>(List.of(method));
    for (String id : others.ids()) {
      if (!id.equals(method.id())) {
        all.add(others.get(id));
      }
    }
    return new Laws(method, Methods.of(all.toArray(KvMethod[]::new)), table, List.of());
  }

  /**
   * These laws with more options to try.
   *
   * @param spec the method's id and options, such as {@code int8:block=32}
   * @return the laws
   */
  public Laws alsoTry(MethodSpec spec) {
    List<Map<String, String>> all = new ArrayList<>(more);
    all.add(spec.options());
    return new Laws(method, methods, yardstick.table(), all);
  }

  /**
   * What a law is to be checked on.
   *
   * @param law the law
   * @return subjects, at least one
   */
  public List<Subject> subjects(Law law) {
    List<Subject> subjects = new ArrayList<>();
    for (List<Role> roles : ROLES) {
      subjects.add(subject(roles, Map.of()));
      if (law.scope() == Law.Scope.METHOD) {
        return subjects;
      }
      if (law.scope() != Law.Scope.ROLE) {
        List<String> widths = widths(roles);
        if (law.scope() == Law.Scope.WIDTH && roles.size() == 1 && !Effort.deep()) {
          widths.removeAll(widths(BOTH));
        }
        widths.forEach(bits -> subjects.add(subject(roles, Map.of("bits", bits))));
      }
      for (Map<String, String> options : more) {
        subjects.add(subject(roles, options));
      }
    }
    return subjects;
  }

  /**
   * Every law on every subject, as tests of JUnit.
   *
   * @return a container a law, a test a subject
   */
  public Stream<DynamicContainer> tests() {
    return Stream.of(Law.values())
        .map(law -> DynamicContainer.dynamicContainer(law.toString(), tests(law)));
  }

  /**
   * One law on every subject, as tests of JUnit.
   *
   * @param law the law
   * @return a test a subject
   */
  public Stream<DynamicTest> tests(Law law) {
    return subjects(law).stream()
        .map(subject -> DynamicTest.dynamicTest(subject.toString(), () -> check(law, subject)));
  }

  /** Names the law first: a report of failures shows messages, and not the names of tests. */
  private static void check(Law law, Subject subject) {
    try {
      law.check(subject);
    } catch (AssertionError e) {
      throw new AssertionError(law + ": " + e.getMessage(), e);
    }
  }

  /**
   * The subject of some roles and options.
   *
   * @param roles one role or both
   * @param options option name to text
   * @return the subject
   */
  public Subject subject(List<Role> roles, Map<String, String> options) {
    MethodSpec spec = new MethodSpec(method.id(), new TreeMap<>(options));
    return new Subject(method, spec, roles, methods, yardstick);
  }

  /** Every width that the roles' {@code bits} option takes, but for the default. */
  private List<String> widths(List<Role> roles) {
    List<String> widths = new ArrayList<>(WIDTHS);
    for (Role role : roles) {
      Optional<Option<?>> bits = method.schema(role).option("bits");
      if (bits.isEmpty()) {
        return new ArrayList<>();
      }
      widths.removeIf(
          text ->
              !OptionSamples.reads(bits.get(), text)
                  || OptionSamples.defaultText(bits.get()).equals(text));
    }
    return widths;
  }
}

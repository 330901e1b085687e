package dev.velox.tck;

import dev.velox.api.AttentionSpec;
import dev.velox.api.ByteReport;
import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.MethodSpec;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;
import dev.velox.api.spi.ConfigSchema;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.PlanReport;
import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackTraits;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a law is checked on: a method with options, as keys beside exact values, as values beside
 * exact keys, or as both.
 */
public final class Subject {

  /** The method that stands in the other role; it loses nothing. */
  static final String PARTNER = "f32";

  private static final KvMemory NO_MEMORY = new NoMemory();

  private final KvMethod method;
  private final MethodSpec spec;
  private final List<Role> roles;
  private final Methods methods;
  private final Yardstick yardstick;

  Subject(
      KvMethod method, MethodSpec spec, List<Role> roles, Methods methods, Yardstick yardstick) {
    this.method = method;
    this.spec = spec;
    this.roles = List.copyOf(roles);
    this.methods = methods;
    this.yardstick = yardstick;
  }

  /**
   * The method's id with the options given; the others are at their default.
   *
   * @return id and options
   */
  public MethodSpec spec() {
    return spec;
  }

  /**
   * The roles it plays; exact rows stand in the other.
   *
   * @return one or both
   */
  public List<Role> roles() {
    return roles;
  }

  KvMethod method() {
    return method;
  }

  Methods methods() {
    return methods;
  }

  Yardstick yardstick() {
    return yardstick;
  }

  /**
   * The cache spec in exact arithmetic, with settings such as {@code sinks=4;center=off} or none.
   */
  CacheSpec cacheSpec(String settings) {
    String exact = methodText() + ";precision=" + Precision.EXACT.label();
    return CacheSpec.parse(settings.isEmpty() ? exact : exact + ";" + settings);
  }

  private String methodText() {
    if (roles.size() == 2) {
      return spec.toString();
    }
    return roles.get(0) == Role.KEYS
        ? "keys=" + spec + ";values=" + PARTNER
        : "keys=" + PARTNER + ";values=" + spec;
  }

  /** This subject with other options, which may ask for any loss but that of the whole row. */
  Subject withAnyLoss(Map<String, String> options) {
    MethodSpec other = new MethodSpec(spec.id(), options);
    return new Subject(method, other, roles, methods, yardstick.forgiving());
  }

  /** This subject, its tracks held where a pause says. */
  Subject paused(Pause pause) {
    List<KvMethod> all = new ArrayList<>(List.of(pause.around(method)));
    for (String id : methods.ids()) {
      if (!id.equals(method.id())) {
        all.add(methods.get(id));
      }
    }
    Methods others = Methods.of(all.toArray(KvMethod[]::new));
    return new Subject(all.getFirst(), spec, roles, others, yardstick);
  }

  /** The options of a role among those given. */
  Map<String, String> optionsOf(Role role) {
    ConfigSchema schema = method.schema(role);
    Map<String, String> known = new TreeMap<>(spec.options());
    known.keySet().removeIf(name -> schema.option(name).isEmpty());
    return known;
  }

  /** What a track of this method is opened with. */
  TrackContext context(Role role, KvShape shape, AttentionSpec attention, KvMemory memory) {
    return new TrackContext(
        role,
        shape,
        0,
        method.schema(role).parse(optionsOf(role)),
        memory,
        attention,
        Precision.EXACT,
        methods);
  }

  /** Its traits in a role. */
  TrackTraits traits(Role role, KvShape shape) {
    return method.traits(context(role, shape, AttentionSpec.plain(shape.headDim()), NO_MEMORY));
  }

  /** The bytes it plans in a role. */
  PlanReport plan(Role role, KvShape shape, int rows) {
    AttentionSpec plain = AttentionSpec.plain(shape.headDim());
    return method.plan(context(role, shape, plain, NO_MEMORY), rows);
  }

  /** Whether it takes a shape in every role it plays. */
  boolean accepts(KvShape shape) {
    try {
      roles.forEach(role -> traits(role, shape));
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }

  /** Whether any role's tables depend on the size of the first append. */
  boolean fitsOnFirstAppend(KvShape shape) {
    return roles.stream().anyMatch(role -> traits(role, shape).fitsOnFirstAppend());
  }

  @Override
  public String toString() {
    String where = roles.size() == 2 ? "keys and values" : roles.get(0).label();
    return spec + " as " + where;
  }

  /** Memory of a context from which nothing may be allocated. */
  private static final class NoMemory implements KvMemory {
    @Override
    public MemorySegment allocate(ByteReport bytes) {
      throw new AssertionError("traits and plan must not use the context's memory");
    }

    @Override
    public void retain(MemorySegment segment) {
      throw new AssertionError("traits and plan must not use the context's memory");
    }

    @Override
    public void release(MemorySegment segment) {
      throw new AssertionError("traits and plan must not use the context's memory");
    }

    @Override
    public boolean shared(MemorySegment segment) {
      return false;
    }
  }
}

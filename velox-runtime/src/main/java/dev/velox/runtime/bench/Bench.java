package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import dev.velox.api.ConfigException;
import dev.velox.api.KvShape;
import dev.velox.api.PluginException;
import dev.velox.api.Role;
import dev.velox.api.VeloxException;
import dev.velox.cache.KvCaches;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Measures arms side by side, on one thread: every round takes one sample of the memory's bandwidth
 * and of every arm in turn, so that what disturbs the machine disturbs all of them. What is
 * compared are 20th percentiles of one run, never times of two.
 */
public final class Bench {
  private static final String F32 = "f32";
  private static final String F16 = "f16";

  private final KvCaches caches;
  private final BenchOptions options;
  private final List<ArmSpec> specs;
  private final BenchListener listener;
  private final List<Arm> arms = new ArrayList<>();
  private long done;

  private Bench(
      KvCaches caches, BenchOptions options, List<ArmSpec> specs, BenchListener listener) {
    this.caches = caches;
    this.options = options;
    this.specs = specs;
    this.listener = listener;
  }

  /**
   * Runs a benchmark. Where whole attention is asked for, {@code f32} and {@code f16} join in.
   *
   * @param caches methods and memory
   * @param options shape and effort
   * @param arms what to measure, at least one
   * @param listener told about progress
   * @return every arm's figures
   * @throws VeloxException for an arm that cannot be opened; nothing stays open
   */
  public static BenchReport run(
      KvCaches caches, BenchOptions options, List<ArmSpec> arms, BenchListener listener) {
    if (arms.isEmpty()) {
      throw new ConfigException("bench", "cache", "", "must be at least one");
    }
    Set<ArmSpec> all = new LinkedHashSet<>();
    if (arms.stream().anyMatch(a -> a.kind() == ArmKind.ATTENTION)) {
      all.add(ArmSpec.attention(F32));
      all.add(ArmSpec.attention(F16));
    }
    all.addAll(arms);
    Bench bench = new Bench(caches, options, List.copyOf(all), listener);
    try (ReadArm memory = new ReadArm(caches.ledger(), options)) {
      return bench.measure(memory);
    } finally {
      bench.arms.forEach(Arm::close);
    }
  }

  /**
   * Why an arm cannot be opened here, without opening it.
   *
   * @param caches methods and memory
   * @param options shape
   * @param arm the arm
   * @return the refusal, or empty
   */
  public static Optional<VeloxException> refusal(
      KvCaches caches, BenchOptions options, ArmSpec arm) {
    KvShape shape = new KvShape(1, 1, options.groupSize(), options.headDim(), options.tokens());
    try {
      CacheSpec unused =
          caches.effective(shape, arm.cache(), List.of(BenchData.attention(options.headDim())));
      return Optional.empty();
    } catch (ConfigException | PluginException refused) {
      return Optional.of(refused);
    }
  }

  private BenchReport measure(ReadArm memory) {
    BenchData data = new BenchData(options);
    for (ArmSpec spec : specs) {
      arms.add(open(spec, data));
      step();
    }
    Sampler.warmUp(memory, options.warmUpSeconds());
    for (Arm arm : arms) {
      Sampler.warmUp(arm, options.warmUpSeconds());
      step();
    }
    long held = caches.ledger().report().reserved();
    long huge = Machine.hugePageBytes();
    double[] read = new double[options.samples()];
    double[][] times = new double[arms.size()][options.samples()];
    for (int round = 0; round < options.samples(); round++) {
      read[round] = Sampler.sample(memory);
      for (int i = 0; i < times.length; i++) {
        times[i][round] = Sampler.sample(arms.get(i));
      }
      step();
    }
    return report(held, huge, Timing.of(read), times);
  }

  private Arm open(ArmSpec spec, BenchData data) {
    CacheSpec cache = spec.cache();
    return switch (spec.kind()) {
      case ATTENTION -> new AttentionArm(caches, options, cache, data);
      case KEYS -> new PassArm(caches, options, cache, data, Role.KEYS);
      case VALUES -> new PassArm(caches, options, cache, data, Role.VALUES);
      case ENCODE_KEYS -> new EncodeArm(caches, options, cache, data, Role.KEYS, false);
      case ENCODE_VALUES -> new EncodeArm(caches, options, cache, data, Role.VALUES, false);
      case FIT -> new EncodeArm(caches, options, cache, data, Role.KEYS, true);
      case APPEND -> new AppendArm(caches, options, cache, data);
    };
  }

  private BenchReport report(long held, long huge, Timing read, double[][] times) {
    List<BenchRow> rows = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      Arm arm = arms.get(i);
      ArmSpec spec = specs.get(i);
      Timing time = Timing.of(times[i]);
      double bytesPerNano = arm.bytes() / arm.items() / time.p20();
      rows.add(
          new BenchRow(
              spec,
              arm.effective(),
              arm.heads(),
              arm.bytes() / arm.rows(),
              time,
              bytesPerNano,
              spec.kind().reads() ? bytesPerNano * read.p20() : 0,
              times(spec.kind(), F32, times, time),
              times(spec.kind(), F16, times, time),
              arm.error()));
    }
    return new BenchReport(
        options,
        Machine.processor(),
        Machine.kernels(),
        Machine.lastLevelCache(),
        held,
        huge,
        read,
        rows);
  }

  /** How many times faster than another arm of the same kind; 0 where there is none. */
  private double times(ArmKind kind, String other, double[][] times, Timing time) {
    int i = specs.indexOf(new ArmSpec(kind, CacheSpec.parse(other)));
    return i < 0 ? 0 : Timing.of(times[i]).p20() / time.p20();
  }

  private void step() {
    listener.progress(++done, 2L * specs.size() + options.samples());
  }
}

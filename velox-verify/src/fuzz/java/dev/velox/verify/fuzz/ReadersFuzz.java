package dev.velox.verify.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The targets under Jazzer, guided by coverage, from the seeds that every build reads: {@code
 * ./build verify -Pfuzz -pl velox-verify -am -Dtest='ReadersFuzz#snapshot'
 * -Dsurefire.failIfNoSpecifiedTests=false}, one at a time.
 */
class ReadersFuzz {
  private static final long EXECUTIONS = 1_000_000;

  private final Watched watched = new Watched();

  private void run(Target target, byte[] input) {
    if (input.length < Watched.LARGEST) {
      watched.run(target, input);
    }
  }

  static List<byte[]> safetensorss() {
    return Seeds.of(Target.SAFETENSORS);
  }

  @MethodSource("safetensorss")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void safetensors(byte[] input) {
    run(Target.SAFETENSORS, input);
  }

  static List<byte[]> indexs() {
    return Seeds.of(Target.INDEX);
  }

  @MethodSource("indexs")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void index(byte[] input) {
    run(Target.INDEX, input);
  }

  static List<byte[]> configs() {
    return Seeds.of(Target.CONFIG);
  }

  @MethodSource("configs")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void config(byte[] input) {
    run(Target.CONFIG, input);
  }

  static List<byte[]> tokenizers() {
    return Seeds.of(Target.TOKENIZER);
  }

  @MethodSource("tokenizers")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void tokenizer(byte[] input) {
    run(Target.TOKENIZER, input);
  }

  static List<byte[]> specs() {
    return Seeds.of(Target.SPEC);
  }

  @MethodSource("specs")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void spec(byte[] input) {
    run(Target.SPEC, input);
  }

  static List<byte[]> snapshots() {
    return Seeds.of(Target.SNAPSHOT);
  }

  @MethodSource("snapshots")
  @FuzzTest(maxDuration = "2h", maxExecutions = EXECUTIONS)
  void snapshot(byte[] input) {
    run(Target.SNAPSHOT, input);
  }
}

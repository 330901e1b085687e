package dev.velox.verify.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * The targets under Jazzer, guided by coverage: {@code ./build verify -Pfuzz -pl velox-verify -am
 * -Dtest='ReadersFuzz#snapshot' -Dsurefire.failIfNoSpecifiedTests=false}, one at a time.
 */
class ReadersFuzz {
  private final Watched watched = new Watched();

  private void run(Target target, byte[] input) {
    if (input.length < Watched.LARGEST) {
      watched.run(target, input);
    }
  }

  @FuzzTest(maxDuration = "10m")
  void safetensors(byte[] input) {
    run(Target.SAFETENSORS, input);
  }

  @FuzzTest(maxDuration = "10m")
  void index(byte[] input) {
    run(Target.INDEX, input);
  }

  @FuzzTest(maxDuration = "10m")
  void config(byte[] input) {
    run(Target.CONFIG, input);
  }

  @FuzzTest(maxDuration = "10m")
  void tokenizer(byte[] input) {
    run(Target.TOKENIZER, input);
  }

  @FuzzTest(maxDuration = "10m")
  void spec(byte[] input) {
    run(Target.SPEC, input);
  }

  @FuzzTest(maxDuration = "10m")
  void snapshot(byte[] input) {
    run(Target.SNAPSHOT, input);
  }
}

package dev.velox.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong input gets its documented exit status and one line that says what is wrong. */
class WrongInputIsRefusedTest {
  private static Ran generate(String cache) {
    return Ran.velox("generate", "--cache", cache, "-n", "2", "Once");
  }

  @Test
  void anUnknownMethodIsNamedWithThoseInstalled() {
    generate("nosuch").refused(ExitCode.USAGE, "nosuch", "f16", "f32", "kivi", "uniform");
    Ran.velox("methods", "nosuch")
        .refused(ExitCode.USAGE, "nosuch", "f16", "f32", "kivi", "uniform");
    Ran.velox("plan", "--shape", "gpt2", "--cache", "nosuch").refused(ExitCode.USAGE, "nosuch");
    Ran.velox("eval", "--cache", "nosuch").refused(ExitCode.USAGE, "nosuch");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kivi:sharpness=3        | sharpness
          kivi:bits=0             | bits
          kivi:bits=9             | bits
          kivi:bits=three         | three
          uniform:bits=0          | bits
          uniform:bits=9          | bits
          uniform:group-size=0    | group-size
          kivi:group-size=0       | group-size
          kivi:group-size=48      | 48
          kivi;window=-1          | window
          kivi;sinks=-1           | sinks
          kivi;center=maybe       | center
          kivi;precision=roughly  | precision
          kivi;layers[9]=f16      | 9
          kivi;colour=blue        | colour
          kivi:bits=2,bits=3      | bits
          keys=kivi               | values
          KIVI                    | KIVI
          ;                       | ''
          """)
  void aCacheThatCannotBeIsAUsageError(String cache, String word) {
    generate(cache).refused(ExitCode.USAGE, word);
  }

  @ParameterizedTest
  @CsvSource({
    "-n,-1",
    "-n,many",
    "-n,99999999999",
    "--temperature,-1",
    "--temperature,NaN",
    "--temperature,hot",
    "--top-k,-1",
    "--top-p,0",
    "--top-p,1.1",
    "--repetition-penalty,0",
    "--seed,x",
    "--prefill-chunk,0",
    "--stop,''",
    "--cache,''"
  })
  void anOptionOutOfRangeIsAUsageError(String option, String value) {
    Ran.velox("generate", option, value, "Once").refused(ExitCode.USAGE);
  }

  @Test
  void anOptionThatDoesNotExistIsAUsageErrorWithAHint() {
    Ran.velox("generate", "--tempratur", "1", "Once")
        .refused(ExitCode.USAGE, "--tempratur", "--temperature", "velox generate --help");
    Ran.velox("plan", "--frobnicate").refused(ExitCode.USAGE, "velox plan --help");
    Ran.velox("frobnicate").refused(ExitCode.USAGE, "frobnicate", "generate", "velox --help");
  }

  @Test
  void anEmptyPromptIsAUsageError(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("prompt.txt"), "\n");
    Ran.velox("generate").refused(ExitCode.USAGE, "PROMPT");
    Ran.velox("generate", "--draft", "7", "a").refused(ExitCode.USAGE, "draft", "7", "6");
    Ran.velox("generate", "--draft", "2", "--temperature", "1", "a")
        .refused(ExitCode.USAGE, "draft", "temperature");
    Ran.velox("generate", "--load-cache", "x", "--cache", "f16")
        .refused(ExitCode.USAGE, "--cache", "--load-cache");
    Ran.velox("generate", "").refused(ExitCode.USAGE, "prompt", "must not be empty");
    Ran.velox("generate", "--prompt-file", "-").refused(ExitCode.USAGE, "must not be empty");
    Ran.velox("generate", "--prompt-file", file.toString())
        .refused(ExitCode.USAGE, "must not be empty");
  }

  @Test
  void twoPromptsAreAUsageError() {
    Ran.velox("generate", "--prompt-file", "-", "Once").refused(ExitCode.USAGE);
    Ran.velox("generate", "Once", "upon").refused(ExitCode.USAGE, "upon");
  }

  @Test
  void halfACharacterIsAUsageError() {
    Ran.velox("generate", "a\ud83dz").refused(ExitCode.USAGE, "U+D83D");
  }

  @Test
  void aPromptLongerThanTheContextIsAResourceError() {
    byte[] words = "word ".repeat(3000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Ran.withInput(words, "generate", "--prompt-file", "-").refused(ExitCode.RESOURCE, "1024");
  }

  @Test
  void inputWithoutEndIsAResourceError() {
    Ran ran = Ran.from(new Endless(), "generate", "--prompt-file", "-");
    ran.refused(ExitCode.RESOURCE, "standard input");
  }

  @Test
  void aPromptThatIsNotUtf8IsADataError(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("latin1.txt"), new byte[] {'a', (byte) 0xe9, 'b'});
    Ran.velox("generate", "--prompt-file", file.toString())
        .refused(ExitCode.DATA, "latin1.txt at byte 1", "UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"generate", "eval"})
  void aMissingModelIsADataError(String command) {
    String[] args = {command, "--model", "no/such/folder"};
    Ran.velox(command.equals("generate") ? plus(args, "Once") : args)
        .refused(ExitCode.DATA, "no/such/folder", "missing");
  }

  @Test
  void aMissingFileIsADataError() {
    Ran.velox("generate", "--prompt-file", "no/such/file").refused(ExitCode.DATA, "no/such/file");
    Ran.velox("eval", "--text", "no/such/file").refused(ExitCode.DATA, "no/such/file");
  }

  @Test
  void aTruncatedModelIsADataError(@TempDir Path folder) throws IOException {
    Models.copyBuiltIn(folder);
    Path weights = folder.resolve("model.safetensors");
    byte[] whole = Files.readAllBytes(weights);
    for (int length : new int[] {0, 7, 8, 100, whole.length / 2, whole.length - 1}) {
      Files.write(weights, Arrays.copyOf(whole, length));
      Ran.velox("generate", "--model", folder.toString(), "Once")
          .refused(ExitCode.DATA, "model.safetensors");
    }
  }

  @Test
  void aModelWithoutAFileIsADataError(@TempDir Path folder) throws IOException {
    for (String name : new String[] {"config.json", "tokenizer.json", "model.safetensors"}) {
      Models.copyBuiltIn(folder);
      Files.delete(folder.resolve(name));
      Ran.velox("generate", "--model", folder.toString(), "Once").refused(ExitCode.DATA, "missing");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--shape llama-9000 --tokens 5,llama-9000",
    "--layers 0 --kv-heads 8 --head-dim 128 --tokens 5,layers",
    "--layers 2 --kv-heads 8 --query-heads 9 --head-dim 128 --tokens 5,query-heads",
    "--layers 2 --kv-heads 8 --head-dim 70000 --tokens 5,head-dim",
    "--layers 2 --kv-heads 8 --tokens 5,--head-dim",
    "--layers 2 --kv-heads 8 --head-dim 64,--tokens",
    "--shape gpt2 --tokens 0,--tokens",
    "--shape gpt2 --memory 12parsecs,12parsecs",
    "--shape gpt2 --memory -1,-1",
    "--shape gpt2 --tokens 5 --memory 1GiB,--memory",
    "--tokens 5,--shape"
  })
  void aPlanThatCannotBeIsAUsageError(String words, String word) {
    Ran.velox(plus(new String[] {"plan"}, words.split(" "))).refused(ExitCode.USAGE, word);
  }

  private static String[] plus(String[] some, String... more) {
    String[] all = Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  /** A stream that never ends. */
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 'a';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      Arrays.fill(bytes, offset, offset + length, (byte) 'a');
      return length;
    }
  }
}

package dev.velox.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Of every switch of every command, {@code --no-x} means no and {@code --x} means yes. */
class NegatedOptionsTurnOffTest {
  private final CommandLine velox =
      new CommandLine(
          new VeloxCommand(
              new Streams(
                  InputStream.nullInputStream(),
                  OutputStream.nullOutputStream(),
                  OutputStream.nullOutputStream(),
                  false)));

  private Object parsed(String command, OptionSpec option, String word) {
    velox.parseArgs(command, word);
    return option.getValue();
  }

  @Test
  void theWordSaysWhatIsDone() {
    List<String> found = new ArrayList<>();
    for (CommandLine sub : velox.getSubcommands().values()) {
      String command = sub.getCommandName();
      for (OptionSpec option : sub.getCommandSpec().options()) {
        if (option.negatable()) {
          String name = option.longestName();
          assertFalse(name.startsWith("--no-"), name);
          assertEquals(true, parsed(command, option, name), name);
          assertEquals(false, parsed(command, option, name.replace("--", "--no-")), name);
          found.add(command + " " + name);
        }
      }
    }
    assertFalse(found.isEmpty());
  }
}

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
  private static boolean parsed(CommandLine velox, String command, OptionSpec option, String word) {
    velox.parseArgs(command, word);
    return option.getValue();
  }

  @Test
  void theWordSaysWhatIsDone() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Streams streams = new Streams(InputStream.nullInputStream(), nowhere, nowhere, false);
    List<String> found = new ArrayList<>();
    for (CommandLine command :
        new CommandLine(new VeloxCommand(streams)).getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (option.negatable()) {
          String name = option.longestName();
          assertFalse(name.startsWith("--no-"), name);
          assertEquals(true, parsed(velox, word, option, name), name);
          assertEquals(false, parsed(velox, word, option, name.replace("--", "--no-")), name);
          found.add(word + " " + name);
        }
      }
    }
    assertFalse(found.isEmpty());
  }
}

package dev.velox.cli;

import dev.velox.api.ConfigException;
import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.Velox;
import dev.velox.runtime.eval.EvalWindow;
import dev.velox.runtime.eval.EvalWindows;
import dev.velox.runtime.weights.ModelFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which stretches of which texts an evaluation runs over. */
final class EvalTexts {
  private static final int TEXT_LIMIT = 1 << 28;
  private static final int USUAL_CONTEXT = 1024;
  private static final int USUAL_WINDOWS = 12;
  private static final List<String> HELD_OUT = List.of("moby-dick", "speeches");

  @Option(
      names = "--text",
      paramLabel = "FILE",
      description =
          "A text in UTF-8, or '-' for standard input. Default: the two held-out texts shipped with"
              + " the built-in model.")
  private @Nullable String file;

  @Option(
      names = "--context",
      paramLabel = "N",
      description = "Tokens a window. Default: 1024, or the model's context if that is less.")
  private @Nullable Integer context;

  @Option(
      names = "--windows",
      paramLabel = "N",
      description = "Windows, spread evenly over the text. Default: 12, or as many as fit.")
  private @Nullable Integer windows;

  /** The windows, each within the context of the model; as many as there are. */
  List<EvalWindow> windows(Velox model, ModelFiles files, InputStream in) {
    return windows(model, files, in, Integer.MAX_VALUE);
  }

  /** As above, at most {@code usual} where the user asked for no number. */
  List<EvalWindow> windows(Velox model, ModelFiles files, InputStream in, int usual) {
    check("--context", context, 2);
    check("--windows", windows, 1);
    int length = context == null ? usualContext(model) : model.shape(context).capacity();
    if (file != null) {
      String text = TextInput.read(file, in, TEXT_LIMIT);
      List<EvalWindow> all =
          EvalWindows.of(model, file, text, length, windows == null ? 0 : windows);
      return chosen(all, usual);
    }
    if (files.has(EvalWindows.FILE)) {
      return shorter(chosen(EvalWindows.shipped(model, files), usual), length);
    }
    List<EvalWindow> all = new ArrayList<>();
    int count = USUAL_WINDOWS / HELD_OUT.size();
    for (String name : HELD_OUT) {
      all.addAll(EvalWindows.of(model, name, heldOut(name), length, count));
    }
    return chosen(all, usual);
  }

  private static void check(String option, @Nullable Integer value, int least) {
    if (value != null && value < least) {
      throw new ConfigException("eval", option, value, "must be at least " + least);
    }
  }

  private static int usualContext(Velox model) {
    return Math.min(USUAL_CONTEXT, model.shape(0).capacity());
  }

  /** As many as are wanted, spread evenly. */
  private List<EvalWindow> chosen(List<EvalWindow> all, int usual) {
    int wanted = windows == null ? Math.min(usual, all.size()) : windows;
    if (wanted > all.size()) {
      throw new ConfigException(
          "eval", "--windows", wanted, "must be at most the " + all.size() + " that there are");
    }
    List<EvalWindow> some = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      some.add(all.get(i * all.size() / wanted));
    }
    return some;
  }

  private static List<EvalWindow> shorter(List<EvalWindow> all, int length) {
    return all.stream()
        .map(
            w ->
                new EvalWindow(
                    w.text(), w.start(), Arrays.copyOf(w.ids(), Math.min(length, w.ids().length))))
        .toList();
  }

  private static String heldOut(String name) {
    try (InputStream in = BuiltInModel.open("texts/" + name + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.velox.cli;

import dev.velox.demomodel.BuiltInModel;
import dev.velox.runtime.weights.ModelFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a model; without it the built-in one is used. */
final class ModelOption {
  @Option(
      names = "--model",
      paramLabel = "DIR|FILE",
      description =
          "A model folder (config.json, tokenizer.json, safetensors) or a .safetensors file in one."
              + " Default: the built-in model.")
  private @Nullable String path;

  boolean given() {
    return path != null;
  }

  ModelFiles files() {
    return path == null ? builtIn() : ModelFiles.folder(TextInput.path(path));
  }

  static ModelFiles builtIn() {
    return ModelFiles.resources(BuiltInModel.NAME, BuiltInModel::open);
  }
}

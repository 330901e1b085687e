package dev.velox.runtime.weights;

import dev.velox.api.FormatException;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.Set;

/** The tensors of a model by name, whether they lie in one file or in several. */
public interface WeightSource extends AutoCloseable {

  /** The file that holds all tensors of a small model. */
  String SINGLE = "model.safetensors";

  /** The file that says which shard holds which tensor. */
  String INDEX = "model.safetensors.index.json";

  /**
   * Where the tensors come from, for messages.
   *
   * @return a file name
   */
  String label();

  /**
   * The names of all tensors.
   *
   * @return an unmodifiable set
   */
  Set<String> names();

  /**
   * Looks a tensor up.
   *
   * @param name its name
   * @return the tensor, or empty
   */
  Optional<Tensor> find(String name);

  /**
   * Looks up a tensor that must exist.
   *
   * @param name its name
   * @param shape its expected extents, outermost first
   * @return the tensor
   * @throws FormatException if it is missing, or has another shape, or is not of a weight type
   */
  default Tensor require(String name, long... shape) {
    return find(name)
        .orElseThrow(
            () ->
                new FormatException(
                    label(),
                    -1,
                    "tensor " + name,
                    "missing",
                    "must be among the " + names().size() + " tensors of the file"))
        .expect(shape);
  }

  /**
   * Looks whether the files of the tensors are still whole. Cheap enough for every step.
   *
   * @throws FormatException if one was cut or replaced
   */
  default void check() {}

  /** Gives the memory of the tensors back. Closing twice is quiet. */
  @Override
  void close();

  /**
   * Opens the weights of a model: {@value #SINGLE}, or the shards named by {@value #INDEX}.
   *
   * @param files the model
   * @return its tensors, good until the source is closed
   * @throws FormatException if neither file exists, or one breaks its format
   */
  @SuppressWarnings("MustBeClosedChecker") // closed with the source
  static WeightSource open(ModelFiles files) {
    Arena arena = Arena.ofShared();
    try {
      return !files.has(SINGLE) && files.has(INDEX)
          ? ShardedSafetensors.open(files, arena)
          : SafetensorsFile.open(files, SINGLE, arena);
    } catch (InternalError e) {
      arena.close();
      throw new FormatException(
          files.label(SINGLE), -1, "file", "cut while it was read", "must stay as it was", e);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }
}

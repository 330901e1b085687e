package dev.velox.cli;

import dev.velox.runtime.weights.SafetensorsFile;
import dev.velox.runtime.weights.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The built-in model with weights changed by hand, so that what there is to find is known. */
final class PlantedModel {
  private static final ValueLayout.OfShort BF16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int LAYERS = 6;
  private static final int DIM = 64;

  private final Path file;
  private final byte[] bytes;
  private final SafetensorsFile tensors;

  PlantedModel(Path folder) throws IOException {
    Models.copyBuiltIn(folder);
    file = folder.resolve("model.safetensors");
    bytes = Files.readAllBytes(file);
    tensors = SafetensorsFile.parse("planted", MemorySegment.ofArray(bytes));
  }

  private Tensor tensor(int layer, String name) {
    return tensors.find("model.layers." + layer + "." + name + ".weight").orElseThrow();
  }

  private static float get(Tensor t, long row, long column) {
    return t.get(row * t.shape().getLast() + column);
  }

  private static void set(Tensor t, long row, long column, float x) {
    long at = (row * t.shape().getLast() + column) * Short.BYTES;
    t.data().set(BF16, at, (short) (Float.floatToIntBits(x) >>> 16));
  }

  private static void scaleRow(Tensor t, int row, float by) {
    for (int c = 0; c < t.shape().getLast(); c++) {
      set(t, row, c, get(t, row, c) * by);
    }
  }

  /** Makes a channel of a head's keys wide and its queries narrow: the model stays what it was. */
  PlantedModel loud(int layer, int kvHead, int channel, float by) {
    scaleRow(tensor(layer, "self_attn.k_proj"), kvHead * DIM + channel, by);
    for (int q = 2 * kvHead; q < 2 * kvHead + 2; q++) {
      scaleRow(tensor(layer, "self_attn.q_proj"), q * DIM + channel, 1 / by);
    }
    return this;
  }

  /**
   * Makes one channel of the stream a constant that nothing reads or writes but a channel of one
   * head's keys.
   */
  PlantedModel biased(int layer, int kvHead, int channel, float by) {
    int column = 200;
    Tensor embedding = tensors.find("model.embed_tokens.weight").orElseThrow();
    for (int id = 0; id < embedding.shape().getFirst(); id++) {
      set(embedding, id, column, 1);
    }
    for (int i = 0; i < LAYERS; i++) {
      for (String reader :
          new String[] {
            "self_attn.q_proj",
            "self_attn.k_proj",
            "self_attn.v_proj",
            "mlp.gate_proj",
            "mlp.up_proj"
          }) {
        Tensor t = tensor(i, reader);
        for (int row = 0; row < t.shape().getFirst(); row++) {
          set(t, row, column, 0);
        }
      }
      scaleRow(tensor(i, "self_attn.o_proj"), column, 0);
      scaleRow(tensor(i, "mlp.down_proj"), column, 0);
    }
    set(tensor(layer, "self_attn.k_proj"), (long) kvHead * DIM + channel, column, by);
    return this;
  }

  String write() throws IOException {
    Files.write(file, bytes);
    return file.getParent().toString();
  }
}

package dev.velox.verify.plugins;

/** The text of a method as a third party would write it, one expression replaced at will. */
final class PluginSource {
  private PluginSource() {}

  static final String QUANTIZER =
      """
      package %1$s;
      import java.lang.foreign.MemorySegment;
      import java.lang.foreign.ValueLayout;
      final class Plain implements dev.velox.api.spi.Quantizer {
        private static final ValueLayout.OfFloat F32 = ValueLayout.JAVA_FLOAT_UNALIGNED;
        private final int dim;
        Plain(int dim) { this.dim = dim; }
        public int codeBytes() { return 4 * dim; }
        public int scratchFloats() { return 0; }
        public void encode(float[] x, int at, MemorySegment codes, long out, float[] s, int sAt) {
          for (int c = 0; c < dim; c++) codes.set(F32, out + 4L * c, x[at + c]);
        }
        public void decode(MemorySegment codes, long in, float[] x, int at, float[] s, int sAt) {
          for (int c = 0; c < dim; c++) x[at + c] = codes.get(F32, in + 4L * c);
        }
        public void dot(int n, float[] q, int qAt, MemorySegment codes, long in,
            float[] scores, int to, int stride, float[] s, int sAt) {
          for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < dim; c++) sum += q[qAt + j * dim + c] * codes.get(F32, in + 4L * c);
            scores[to + j * stride] = sum;
          }
        }
        public void addScaled(int n, float[] w, int wAt, int stride, MemorySegment codes, long in,
            float[] sums, int to, float[] s, int sAt) {
          for (int j = 0; j < n; j++)
            for (int c = 0; c < dim; c++)
              sums[to + j * dim + c] += w[wAt + j * stride] * codes.get(F32, in + 4L * c);
        }
      }
      """;

  private static final String METHOD =
      """
      package %1$s;
      import dev.velox.api.Role;
      import dev.velox.api.spi.*;
      public final class PluginMethod extends dev.velox.kernels.track.QuantizerMethod {
        public PluginMethod() {}
        public String id() { return "%2$s"; }
        public String summary() { return "A method of a plugin"; }
        public ConfigSchema schema(Role role) { return ConfigSchema.of(id()); }
        public Quantizer quantizer(TrackContext context) {
          return new Plain(context.shape().headDim());
        }
      }
      """;

  /** A method that works, under a package and an id. */
  static String method(String packageName, String id) {
    return METHOD.formatted(packageName, id);
  }

  static String quantizer(String packageName) {
    return QUANTIZER.formatted(packageName);
  }

  static String module(String packageName) {
    return "module "
        + packageName
        + " { requires dev.velox.api; requires dev.velox.kernels;"
        + " provides dev.velox.api.spi.KvMethod with "
        + packageName
        + ".PluginMethod; }";
  }
}

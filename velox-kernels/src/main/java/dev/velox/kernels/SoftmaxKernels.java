package dev.velox.kernels;

/**
 * The parts of a stable softmax, with the house's own exponential ({@link Exp}) and hyperbolic
 * tangent ({@link Tanh}). All results have the same bits on every path.
 */
public interface SoftmaxKernels {

  /**
   * Finds the greatest of a run; -infinity when it is empty; a zero comes out as +0.
   *
   * @param s the scores
   * @param o their first element
   * @param n number of elements
   * @return the greatest
   */
  float max(float[] s, int o, int n);

  /**
   * Replaces each score by {@code exp(score - max)} and sums them: 16 virtual lanes over blocks of
   * 512, a fixed tree, and a double over the blocks, so that long runs lose nothing.
   *
   * @param s the scores
   * @param o their first element
   * @param n number of elements
   * @param max at least every score; when it is -infinity every score is masked, all become 0
   * @return the sum, 0 when every score is masked
   */
  float expSum(float[] s, int o, int n, float max);

  /**
   * Replaces each score by {@code cap * tanh(score / cap)}; {@code cap} is positive.
   *
   * @param s the scores
   * @param o their first element
   * @param n number of elements
   * @param cap the bound
   */
  void softCap(float[] s, int o, int n, float cap);

  /**
   * Multiplies each element by {@code factor}.
   *
   * @param s the numbers
   * @param o their first element
   * @param n number of elements
   * @param factor the factor
   */
  void scaleInPlace(float[] s, int o, int n, float factor);

  /**
   * Gates one run by another, as a SwiGLU layer does: {@code gate[i] = gate[i] * sigmoid(gate[i]) *
   * up[i]}.
   *
   * @param gate gated in place
   * @param go its first element
   * @param up the other run
   * @param uo its first element
   * @param n number of elements
   */
  void siluMultiply(float[] gate, int go, float[] up, int uo, int n);
}

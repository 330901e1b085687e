package dev.velox.runtime.sampling;

import dev.velox.api.NonFiniteException;

/**
 * Chooses tokens for one text: knows its options, what has been said, and where in its stream of
 * draws it stands. Nothing is allocated a token.
 *
 * <p>Candidates are sorted as longs, the order-preserving bits of the logit above and the inverted
 * id below, so that equal logits are taken lowest id first on every machine.
 */
public final class Sampler {
  private final SamplingOptions options;
  private final SplitMix random;
  private final boolean[] said;
  private final int[] saidIds;
  private final long[] candidates;
  private final double[] weights;
  private int saidCount;
  private double total;

  /**
   * A sampler at the start of a text.
   *
   * @param options how to choose
   * @param vocabulary how many logits there are
   */
  public Sampler(SamplingOptions options, int vocabulary) {
    this.options = options;
    this.random = new SplitMix(options.seed());
    this.said = new boolean[vocabulary];
    this.saidIds = new int[vocabulary];
    this.candidates = new long[vocabulary];
    this.weights = new double[vocabulary];
  }

  /**
   * Tells the sampler about a token of the prompt or of the generated text, for the repetition
   * penalty.
   *
   * @param id the token
   */
  public void accept(int id) {
    if (!said[id]) {
      said[id] = true;
      saidIds[saidCount++] = id;
    }
  }

  /**
   * Chooses the next token. Does not call {@link #accept}.
   *
   * @param logits one a token; those of tokens already said are overwritten by their penalised
   *     values
   * @param offset the logit of token 0
   * @return the token
   * @throws NonFiniteException if a logit is NaN or infinite
   */
  public int next(float[] logits, int offset) {
    penalise(logits, offset);
    int best = best(logits, offset);
    double scale = 1 / options.temperature();
    if (Double.isInfinite(scale) || options.topK() == 1) {
      return best;
    }
    int count = candidates(logits, offset, logits[offset + best], scale);
    return draw(logits, offset, logits[offset + best], scale, count);
  }

  private void penalise(float[] logits, int offset) {
    float penalty = (float) options.repetitionPenalty();
    if (penalty == 1) {
      return;
    }
    for (int i = 0; i < saidCount; i++) {
      int at = offset + saidIds[i];
      logits[at] = logits[at] > 0 ? logits[at] / penalty : logits[at] * penalty;
    }
  }

  /**
   * The lowest id among the largest logits; every logit is looked at, so that none can hide a NaN.
   */
  private int best(float[] logits, int offset) {
    int best = 0;
    for (int i = 0; i < said.length; i++) {
      float logit = logits[offset + i];
      if (!Float.isFinite(logit)) {
        throw NonFiniteException.logit(i, logit);
      }
      if (logit > logits[offset + best]) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Fills {@code candidates[0..count)}, likeliest first where top-k or top-p cut, in id order where
   * nothing cuts.
   */
  private int candidates(float[] logits, int offset, float max, double scale) {
    boolean cut = options.topK() > 0 || options.topP() < 1;
    boolean nucleus = options.topK() == 0 && cut;
    total = 0;
    for (int i = 0; nucleus && i < said.length; i++) {
      total += weight(logits[offset + i], max, scale);
    }
    // A token below this weight cannot be among the likeliest that reach top-p: all such together
    // are too light.
    double least = nucleus ? (1 - options.topP()) / said.length * total : -1;
    int count = 0;
    for (int i = 0; i < said.length; i++) {
      float logit = logits[offset + i];
      if (!nucleus || weight(logit, max, scale) >= least) {
        candidates[count++] = -((long) ordered(logit) << 32) + i;
      }
    }
    if (cut) {
      int all = count;
      count = options.topK() == 0 ? all : Math.min(all, options.topK());
      LeastFirst.sort(candidates, all, count);
    }
    return count;
  }

  private int draw(float[] logits, int offset, float max, double scale, int candidateCount) {
    double sum = 0;
    for (int i = 0; i < candidateCount; i++) {
      weights[i] = weight(logits[offset + (int) candidates[i]], max, scale);
      sum += weights[i];
    }
    int count = candidateCount;
    if (options.topP() < 1) {
      double reach = options.topP() * (options.topK() == 0 ? total : sum);
      sum = 0;
      for (count = 0; count < candidateCount && sum < reach; count++) {
        sum += weights[count];
      }
    }
    double at = random.nextDouble() * sum;
    for (int i = 0; i < count; i++) {
      at -= weights[i];
      if (at < 0) {
        return (int) candidates[i];
      }
    }
    return (int) candidates[count - 1];
  }

  /** A probability up to a common factor. */
  private static double weight(float logit, float max, double scale) {
    return StrictMath.exp((logit - max) * scale);
  }

  /** Float bits whose order as ints is that of the floats. */
  private static int ordered(float value) {
    int bits = Float.floatToRawIntBits(value + 0f);
    return bits ^ (bits >> 31 & 0x7fffffff);
  }
}
